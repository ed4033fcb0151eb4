# A good handler on WEBrick alone. Prints its port; GET /effects counts.
require 'json'
require 'openssl'
require 'set'
require 'webrick'

SECRET = ENV.fetch('HOOKSCOPE_SHARED_SECRET')
SEEN = Set.new
LOCK = Mutex.new

class Webhooks < WEBrick::HTTPServlet::AbstractServlet
  def do_POST(request, response)
    body = request.body.to_s.dup
    expected = [OpenSSL::HMAC.digest('SHA256', SECRET, body)].pack('m0')
    given = request['x-service-webhook-hmac'].to_s
    response.status = status_of(body, given.bytesize == expected.bytesize && OpenSSL.secure_compare(given, expected))
  end

  def status_of(body, signed)
    return 401 unless signed

    notification = JSON.parse(body.force_encoding('UTF-8'))
    return 400 unless notification.is_a?(Hash) && notification['id'].is_a?(String)

    LOCK.synchronize { SEEN.add(notification['id']) }
    200
  rescue JSON::ParserError, EncodingError
    400
  end
end

server = WEBrick::HTTPServer.new(BindAddress: '127.0.0.1', Port: 0, AccessLog: [], Logger: WEBrick::Log.new(File::NULL))
server.mount('/webhooks', Webhooks)
server.mount_proc('/effects') { |_, response| response.body = SEEN.size.to_s }
$stdout.puts server.listeners[0].addr[1]
$stdout.flush
server.start
