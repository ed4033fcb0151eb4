<?php
// A good handler on PHP's built-in server, which forgets all between two requests: what was seen is a file per id.
$folder = getenv('SEEN');
if ($_SERVER['REQUEST_URI'] === '/effects') {
    echo count(glob("$folder/*"));
    return;
}
if ($_SERVER['REQUEST_METHOD'] !== 'POST') {
    http_response_code(405);
    return;
}
$body = file_get_contents('php://input');
$expected = base64_encode(hash_hmac('sha256', $body, getenv('HOOKSCOPE_SHARED_SECRET'), true));
if (!hash_equals($expected, $_SERVER['HTTP_X_SERVICE_WEBHOOK_HMAC'] ?? '')) {
    http_response_code(401);
    return;
}
$notification = json_decode($body);
if (!is_object($notification) || !is_string($notification->id ?? null)) {
    http_response_code(400);
    return;
}
// Mode x fails where the file is there: check and insert are one step.
$file = @fopen("$folder/" . hash('sha256', $notification->id), 'x');
if ($file !== false) {
    fclose($file);
}
