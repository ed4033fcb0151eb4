export interface Snippet {
  id: string
  label: string
  code: string
}

/** How a receiver checks the service's signature: raw bytes in, constant-time comparison, yes or no out. */
export const verifySnippets: readonly Snippet[] = [
  {
    id: 'node',
    label: 'Node',
    code: `import { createHmac, timingSafeEqual } from 'node:crypto'

// rawBody: the bytes as they came (a Buffer), before any JSON parser.
export function isSigned(rawBody, header, secret) {
  const expected = createHmac('sha256', secret).update(rawBody).digest()
  const received = Buffer.from(header ?? '', 'base64')
  return received.length === expected.length && timingSafeEqual(received, expected)
}`,
  },
  {
    id: 'python',
    label: 'Python',
    code: `import base64, hashlib, hmac

# raw_body: bytes as they came, such as request.get_data() in Flask.
def is_signed(raw_body: bytes, header: str, secret: str) -> bool:
    digest = hmac.new(secret.encode(), raw_body, hashlib.sha256).digest()
    expected = base64.b64encode(digest).decode()
    return hmac.compare_digest(expected.encode(), (header or "").encode())`,
  },
  {
    id: 'csharp',
    label: 'C#',
    code: `using System.Security.Cryptography;
using System.Text;

// rawBody: bytes read from Request.Body, before model binding.
static bool IsSigned(byte[] rawBody, string? header, string secret)
{
    var expected = HMACSHA256.HashData(Encoding.UTF8.GetBytes(secret), rawBody);
    var received = new byte[expected.Length];
    return Convert.TryFromBase64String(header ?? "", received, out var length)
        && length == expected.Length
        && CryptographicOperations.FixedTimeEquals(received, expected);
}`,
  },
  {
    id: 'go',
    label: 'Go',
    code: `import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
)

// rawBody: from io.ReadAll(r.Body).
func isSigned(rawBody []byte, header, secret string) bool {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(rawBody)
	received, err := base64.StdEncoding.DecodeString(header)
	return err == nil && hmac.Equal(received, mac.Sum(nil))
}`,
  },
  {
    id: 'java',
    label: 'Java',
    code: `import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

// rawBody: from request.getInputStream().readAllBytes().
static boolean isSigned(byte[] rawBody, String header, String secret) throws Exception {
    var mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    var expected = Base64.getEncoder().encode(mac.doFinal(rawBody));
    var received = (header == null ? "" : header).getBytes(StandardCharsets.US_ASCII);
    return MessageDigest.isEqual(expected, received);
}`,
  },
  {
    id: 'php',
    label: 'PHP',
    code: `// $rawBody: from file_get_contents('php://input').
function is_signed(string $rawBody, ?string $header, string $secret): bool {
    $expected = base64_encode(hash_hmac('sha256', $rawBody, $secret, true));
    return hash_equals($expected, $header ?? '');
}`,
  },
  {
    id: 'ruby',
    label: 'Ruby',
    code: `require "openssl"
require "base64"

# raw_body: from request.body.read (Rack), before params are touched.
def signed?(raw_body, header, secret)
  expected = Base64.strict_encode64(OpenSSL::HMAC.digest("SHA256", secret, raw_body))
  OpenSSL.secure_compare(expected, header.to_s)
end`,
  },
]
