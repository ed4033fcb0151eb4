<?php
// Parses each file as JSON and prints what json_encode makes of it: profile, number of the file, hex.
$profiles = [
    'json_encode' => 0,
    'json_encode PRETTY_PRINT' => JSON_PRETTY_PRINT,
    'json_encode UNESCAPED_SLASHES' => JSON_UNESCAPED_SLASHES,
    'json_encode UNESCAPED_UNICODE' => JSON_UNESCAPED_UNICODE,
    'json_encode UNESCAPED_SLASHES|UNESCAPED_UNICODE' => JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE,
    'json_encode PRETTY_PRINT|UNESCAPED_SLASHES|UNESCAPED_UNICODE' =>
        JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE,
    'json_encode HEX_TAG|HEX_AMP|HEX_APOS|HEX_QUOT' =>
        JSON_HEX_TAG | JSON_HEX_AMP | JSON_HEX_APOS | JSON_HEX_QUOT,
    'json_encode UNESCAPED_SLASHES|PRESERVE_ZERO_FRACTION' =>
        JSON_UNESCAPED_SLASHES | JSON_PRESERVE_ZERO_FRACTION,
    'json_encode PRETTY_PRINT|UNESCAPED_SLASHES' => JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES,
    'json_encode PRESERVE_ZERO_FRACTION' => JSON_PRESERVE_ZERO_FRACTION,
];
foreach (array_slice($argv, 1) as $number => $name) {
    foreach ([false, true] as $associative) {
        $value = json_decode(file_get_contents($name), $associative);
        if (json_last_error() !== JSON_ERROR_NONE) continue;
        foreach ($profiles as $profile => $flags) {
            $text = json_encode($value, $flags);
            if ($text === false) continue;
            echo $profile, $associative ? ' of an array' : '', "\t", $number, "\t", bin2hex($text), "\n";
        }
    }
}
