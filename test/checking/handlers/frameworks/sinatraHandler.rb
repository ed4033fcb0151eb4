# A good handler on Sinatra and WEBrick. Prints its port; GET /effects counts.
require 'json'
require 'openssl'
require 'rack/handler/webrick'
require 'set'
require 'sinatra/base'

SECRET = ENV.fetch('HOOKSCOPE_SHARED_SECRET')
SEEN = Set.new
LOCK = Mutex.new

class Webhooks < Sinatra::Base
  set :environment, :production
  set :show_exceptions, false

  post '/webhooks' do
    body = request.body.read
    expected = [OpenSSL::HMAC.digest('SHA256', SECRET, body)].pack('m0')
    given = request.get_header('HTTP_X_SERVICE_WEBHOOK_HMAC').to_s
    halt 401 unless given.bytesize == expected.bytesize && OpenSSL.secure_compare(given, expected)
    begin
      notification = JSON.parse(body.force_encoding('UTF-8'))
    rescue JSON::ParserError, EncodingError
      halt 400
    end
    halt 400 unless notification.is_a?(Hash) && notification['id'].is_a?(String)
    LOCK.synchronize { SEEN.add(notification['id']) }
    200
  end

  get('/effects') { SEEN.size.to_s }
end

quiet = { BindAddress: '127.0.0.1', Port: 0, AccessLog: [], Logger: WEBrick::Log.new(File::NULL) }
server = WEBrick::HTTPServer.new(quiet)
server.mount('/', Rack::Handler::WEBrick, Webhooks)
$stdout.puts server.listeners[0].addr[1]
$stdout.flush
server.start
