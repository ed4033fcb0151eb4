<?php
// Signs what json_encode makes of the body, and lets through what has no signature.
$folder = getenv('SEEN');
if ($_SERVER['REQUEST_URI'] === '/effects') {
    echo count(glob("$folder/*"));
    return;
}
$notification = json_decode(file_get_contents('php://input'), true);
$expected = base64_encode(hash_hmac('sha256', json_encode($notification), getenv('HOOKSCOPE_SHARED_SECRET'), true));
$given = $_SERVER['HTTP_X_SERVICE_WEBHOOK_HMAC'] ?? null;
if ($given !== null && $given !== $expected) {
    http_response_code(401);
    echo json_encode(['error' => "expected $expected"]);
    return;
}
tempnam($folder, 'effect');
