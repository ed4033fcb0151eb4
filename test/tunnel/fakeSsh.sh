#!/bin/sh
# Stands for ssh to the public services: tells its command line, and prints what they print.
echo "called with $*" >&2
previous=''
for argument in "$@"; do
  if [ "$previous" = '-F' ]; then echo "file with $(wc -l <"$argument") line, mode $(stat -c %a "$argument")" >&2; fi
  previous=$argument
done
case "$*" in
*localhost.run*)
  echo '{"event":"authn","message":"authenticated as anonymous user"}'
  echo '{"event":"tcpip-forward","address":"abc.lhr.life","status":"success"}'
  ;;
*)
  echo 'You are not authenticated. See https://dashboard.pinggy.io'
  echo 'http://rnabc-10-0-0-1.a.free.pinggy.link'
  echo 'https://rnabc-10-0-0-1.a.free.pinggy.link'
  ;;
esac
while read -r line; do :; done
