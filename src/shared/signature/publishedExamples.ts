/** A request that a sender publishes as an example, without its signature: it is signed again when it is sent. */
export interface PublishedExample {
  /** Id of the preset. */
  scheme: string
  label: string
  method: string
  /** Place of publication, as readable text. */
  source: string
  headers: readonly [name: string, value: string][]
  body: string
}

/** By name. */
export const publishedExamples: readonly PublishedExample[] = [
  {
    scheme: 'adyen-payments',
    label: 'Adyen (payments)',
    method: 'POST',
    source:
      'Adyen/adyen-node-api-library src/__tests__/hmacValidator.spec.ts (item fields; envelope serialised by us, not signed)',
    headers: [['content-type', 'application/json']],
    body: '{"live":"false","notificationItems":[{"NotificationRequestItem":{"pspReference":"pspReference","originalReference":"originalReference","merchantAccountCode":"merchantAccount","merchantReference":"reference","amount":{"currency":"EUR","value":1000},"eventCode":"EVENT","success":"true","additionalData":{"hmacSignature":"ipnxGCaUZ4l8TUW75a71/ghd2Fe5ffvX0pV4TLTntIc="}}}]}',
  },
  {
    scheme: 'adyen',
    label: 'Adyen (platform)',
    method: 'POST',
    source: 'Adyen/adyen-node-api-library hmacValidator.spec.ts + src/__mocks__/notification/accountHolderCreated.json',
    headers: [
      ['content-type', 'application/json'],
      ['protocol', 'HmacSHA256'],
    ],
    body: '{\n    "data": {\n      "balancePlatform": "YOUR_BALANCE_PLATFORM",\n      "accountHolder": {\n        "contactDetails": {\n          "email": "test@adyen.com",\n          "phone": {\n            "number": "0612345678",\n            "type": "mobile"\n          },\n          "address": {\n            "houseNumberOrName": "23",\n            "city": "Amsterdam",\n            "country": "NL",\n            "postalCode": "12345",\n            "street": "Main Street 1"\n          }\n        },\n        "description": "Shelly Eller",\n        "legalEntityId": "LE00000000000000000001",\n        "reference": "YOUR_REFERENCE-2412C",\n        "capabilities": {\n          "issueCard": {\n            "enabled": true,\n            "requested": true,\n            "allowed": false,\n            "verificationStatus": "pending"\n          },\n          "receiveFromTransferInstrument": {\n            "enabled": true,\n            "requested": true,\n            "allowed": false,\n            "verificationStatus": "pending"\n          },\n          "sendToTransferInstrument": {\n            "enabled": true,\n            "requested": true,\n            "allowed": false,\n            "verificationStatus": "pending"\n          },\n          "sendToBalanceAccount": {\n            "enabled": true,\n            "requested": true,\n            "allowed": false,\n            "verificationStatus": "pending"\n          },\n          "receiveFromBalanceAccount": {\n            "enabled": true,\n            "requested": true,\n            "allowed": false,\n            "verificationStatus": "pending"\n          }\n        },\n        "id": "AH00000000000000000001",\n        "status": "active"\n      }\n    },\n    "environment": "test",\n    "timestamp": "2024-12-15T15:42:03+01:00",\n    "type": "balancePlatform.accountHolder.created"\n  }',
  },
  {
    scheme: 'aws-sns',
    label: 'AWS SNS (SignatureVersion 2)',
    method: 'POST',
    source: 'aws/aws-sdk-ruby gems/aws-sdk-sns/spec/message_verifier_spec.rb (certificate expired 2022-08-17)',
    headers: [
      ['content-type', 'text/plain; charset=UTF-8'],
      ['x-amz-sns-message-type', 'Notification'],
      ['x-amz-sns-message-id', '17dea24b-55c2-540b-8362-f916557af765'],
      [
        'x-amz-sns-topic-arn',
        'arn:aws:sns:us-east-2:295079676684:publish-and-verify-62674b1d-4295-426b-88e7-5fb75652a04e',
      ],
    ],
    body: '{\n  "Type" : "Notification",\n  "MessageId" : "17dea24b-55c2-540b-8362-f916557af765",\n  "TopicArn" : "arn:aws:sns:us-east-2:295079676684:publish-and-verify-62674b1d-4295-426b-88e7-5fb75652a04e",\n  "Message" : "Hello world",\n  "Timestamp" : "2022-07-28T21:24:08.324Z",\n  "SignatureVersion" : "2",\n  "Signature" : "CXVqp9PfZAL+4JHS3Zxo1PFbQsvnOjvmYhtIf17TWpwc+iIVas8kZ8GopuzVzVMdatE7rCl/O4P91Zp05Dwz8lk8dLhfp8gSu3Njlzxlyrmzo9x3va3Jb7zFnedgS2GKnZWHGBdwTXho+TosNUE+3e10OMSlwN5XGDwX7+R3WL+rn+AXmFAqp3alg27sYa55h1dLE9cGszGPjScPdtF3BmZsUDMx9wSdNKsCk+vSvE8yBjnCmUl7laSFj3LzPVrlSwgNYCF3kYnNAkah7NplK4SFhJYLwS0HCVCQJKa8rVbQLf9cBTu60U402mrgy0bN8xWoyimzbYbrOMJjalqkUg==",\n  "SigningCertURL" : "https://sns.us-east-2.amazonaws.com/SimpleNotificationService-7ff5318490ec183fbaddaa2a969abfda.pem",\n  "UnsubscribeURL" : "https://sns.us-east-2.amazonaws.com/?Action=Unsubscribe&SubscriptionArn=arn:aws:sns:us-east-2:295079676684:publish-and-verify-62674b1d-4295-426b-88e7-5fb75652a04e:ad7d16e3-0a7c-46aa-b23e-ffaf02250cbe"\n}',
  },
  {
    scheme: 'bitbucket',
    label: 'Bitbucket',
    method: 'POST',
    source: 'go-playground/webhooks bitbucket-server/bitbucketserver_test.go + testdata (third party)',
    headers: [
      ['content-type', 'application/json'],
      ['x-event-key', 'repo:modified'],
    ],
    body: '{\n  "eventKey": "repo:modified",\n  "date": "2019-02-28T16:08:46+0100",\n  "actor": {\n    "name": "gopher",\n    "emailAddress": "foo@bar.se",\n    "id": 3231,\n    "displayName": "Foo Bar",\n    "active": true,\n    "slug": "gopher",\n    "type": "NORMAL",\n    "links": {\n      "self": [\n        {\n          "href": "https://server.bitbucket.local/users/gopher"\n        }\n      ]\n    }\n  },\n  "old": {\n    "slug": "webhook-test-2",\n    "id": 4,\n    "name": "webhook-test-2",\n    "scmId": "git",\n    "state": "AVAILABLE",\n    "statusMessage": "Available",\n    "forkable": true,\n    "project": {\n      "key": "gopher",\n      "id": 2,\n      "name": "Foo Bar",\n      "type": "PERSONAL",\n      "owner": {\n        "name": "gopher",\n        "emailAddress": "foo@bar.se",\n        "id": 3231,\n        "displayName": "Foo Bar",\n        "active": true,\n        "slug": "gopher",\n        "type": "NORMAL",\n        "links": {\n          "self": [\n            {\n              "href": "https://server.bitbucket.local/users/gopher"\n            }\n          ]\n        }\n      },\n      "links": {\n        "self": [\n          {\n            "href": "https://server.bitbucket.local/users/gopher"\n          }\n        ]\n      }\n    },\n    "public": false,\n    "links": {\n      "clone": [\n        {\n          "href": "ssh://git@server.bitbucket.local:7999/~gopher/webhook-test.git",\n          "name": "ssh"\n        },\n        {\n          "href": "https://server.bitbucket.local/scm/~gopher/webhook-test.git",\n          "name": "http"\n        }\n      ],\n      "self": [\n        {\n          "href": "https://server.bitbucket.local/users/gopher/repos/webhook-test-2/browse"\n        }\n      ]\n    }\n  },\n  "new": {\n    "slug": "webhook-test",\n    "id": 4,\n    "name": "webhook-test",\n    "scmId": "git",\n    "state": "AVAILABLE",\n    "statusMessage": "Available",\n    "forkable": true,\n    "project": {\n      "key": "gopher",\n      "id": 2,\n      "name": "Foo Bar",\n      "type": "PERSONAL",\n      "owner": {\n        "name": "gopher",\n        "emailAddress": "foo@bar.se",\n        "id": 3231,\n        "displayName": "Foo Bar",\n        "active": true,\n        "slug": "gopher",\n        "type": "NORMAL",\n        "links": {\n          "self": [\n            {\n              "href": "https://server.bitbucket.local/users/gopher"\n            }\n          ]\n        }\n      },\n      "links": {\n        "self": [\n          {\n            "href": "https://server.bitbucket.local/users/gopher"\n          }\n        ]\n      }\n    },\n    "public": false,\n    "links": {\n      "clone": [\n        {\n          "href": "ssh://git@server.bitbucket.local:7999/~gopher/webhook-test.git",\n          "name": "ssh"\n        },\n        {\n          "href": "https://server.bitbucket.local/scm/~gopher/webhook-test.git",\n          "name": "http"\n        }\n      ],\n      "self": [\n        {\n          "href": "https://server.bitbucket.local/users/gopher/repos/webhook-test/browse"\n        }\n      ]\n    }\n  }\n}\n',
  },
  {
    scheme: 'box',
    label: 'Box',
    method: 'POST',
    source:
      'box/box-node-sdk tests/lib/managers/webhooks-test.js (wire bytes: non-ASCII as lower-case \\uXXXX, "/" as "\\/")',
    headers: [
      ['content-type', 'application/json'],
      ['box-delivery-id', 'f96bb54b-ee16-4fc5-aa65-8c2d9e5b546f'],
      ['box-signature-algorithm', 'HmacSHA256'],
      ['box-signature-version', '1'],
    ],
    body: '{"webhook":{"id":"1234567890"},"trigger":"FILE.UPLOADED","source":{"id":"1234567890","type":"file","name":"\\u30b9\\u30af\\u30ea\\u30fc\\u30f3\\u30b7\\u30e7\\u30c3\\u30c8 2020-08-05.txt"}}',
  },
  {
    scheme: 'circleci',
    label: 'CircleCI',
    method: 'POST',
    source: 'circleci/circleci-docs .../outbound-webhooks.adoc',
    headers: [
      ['Content-Type', 'text/plain'],
      ['circleci-event-type', 'workflow-completed'],
    ],
    body: 'an-important-request-payload',
  },
  {
    scheme: 'convoy',
    label: 'Convoy',
    method: 'POST',
    source: 'frain-dev/convoy pkg/verifier/verifier_test.go',
    headers: [['Content-Type', 'text/plain']],
    body: 'Test Payload Body',
  },
  {
    scheme: 'ebay',
    label: 'eBay',
    method: 'POST',
    source: 'eBay/event-notification-nodejs-sdk test/test.json (body = JSON.stringify of the message)',
    headers: [['content-type', 'application/json']],
    body: '{"metadata":{"topic":"MARKETPLACE_ACCOUNT_DELETION","schemaVersion":"1.0","deprecated":false},"notification":{"notificationId":"49feeaeb-4982-42d9-a377-9645b8479411_33f7e043-fed8-442b-9d44-791923bd9a6d","eventDate":"2021-03-19T20:43:59.462Z","publishDate":"2021-03-19T20:43:59.679Z","publishAttemptCount":1,"data":{"username":"test_user","userId":"ma8vp1jySJC","eiasToken":"nY+sHZ2PrBmdj6wVnY+sEZ2PrA2dj6wJnY+gAZGEpwmdj6x9nY+seQ=="}}}',
  },
  {
    scheme: 'gitea',
    label: 'Gitea, Forgejo, Gogs',
    method: 'POST',
    source: 'go-playground/webhooks gitea/gitea_test.go + testdata (third party)',
    headers: [
      ['content-type', 'application/json'],
      ['x-gitea-event', 'delete'],
    ],
    body: '{\n  "ref": "example3",\n  "ref_type": "branch",\n  "pusher_type": "user",\n  "repository": {\n    "id": 1,\n    "owner": {\n      "id": 1,\n      "login": "example",\n      "full_name": "",\n      "email": "example@example.com",\n      "avatar_url": "http://localhost:3000/avatar/23463b99b62a72f26ed677cc556c44e8",\n      "language": "",\n      "is_admin": false,\n      "last_login": "0001-01-01T00:00:00Z",\n      "created": "2022-03-09T16:14:22+09:00",\n      "restricted": false,\n      "active": false,\n      "prohibit_login": false,\n      "location": "",\n      "website": "",\n      "description": "",\n      "visibility": "public",\n      "followers_count": 0,\n      "following_count": 0,\n      "starred_repos_count": 0,\n      "username": "example"\n    },\n    "name": "example",\n    "full_name": "example/example",\n    "description": "",\n    "empty": false,\n    "private": false,\n    "fork": false,\n    "template": false,\n    "parent": null,\n    "mirror": false,\n    "size": 114,\n    "html_url": "http://localhost:3000/example/example",\n    "ssh_url": "git@localhost:example/example.git",\n    "clone_url": "http://localhost:3000/example/example.git",\n    "original_url": "",\n    "website": "",\n    "stars_count": 0,\n    "forks_count": 1,\n    "watchers_count": 1,\n    "open_issues_count": 1,\n    "open_pr_counter": 1,\n    "release_counter": 1,\n    "default_branch": "master",\n    "archived": false,\n    "created_at": "2022-03-09T16:14:29+09:00",\n    "updated_at": "2022-03-09T16:39:18+09:00",\n    "permissions": {\n      "admin": false,\n      "push": false,\n      "pull": false\n    },\n    "has_issues": true,\n    "internal_tracker": {\n      "enable_time_tracker": true,\n      "allow_only_contributors_to_track_time": true,\n      "enable_issue_dependencies": true\n    },\n    "has_wiki": false,\n    "has_pull_requests": true,\n    "has_projects": true,\n    "ignore_whitespace_conflicts": false,\n    "allow_merge_commits": true,\n    "allow_rebase": true,\n    "allow_rebase_explicit": true,\n    "allow_squash_merge": true,\n    "default_merge_style": "merge",\n    "avatar_url": "",\n    "internal": false,\n    "mirror_interval": "",\n    "mirror_updated": "0001-01-01T00:00:00Z",\n    "repo_transfer": null\n  },\n  "sender": {\n    "id": 1,\n    "login": "example",\n    "full_name": "",\n    "email": "example@example.com",\n    "avatar_url": "http://localhost:3000/avatar/23463b99b62a72f26ed677cc556c44e8",\n    "language": "",\n    "is_admin": false,\n    "last_login": "0001-01-01T00:00:00Z",\n    "created": "2022-03-09T16:14:22+09:00",\n    "restricted": false,\n    "active": false,\n    "prohibit_login": false,\n    "location": "",\n    "website": "",\n    "description": "",\n    "visibility": "public",\n    "followers_count": 0,\n    "following_count": 0,\n    "starred_repos_count": 0,\n    "username": "example"\n  }\n}',
  },
  {
    scheme: 'github',
    label: 'GitHub',
    method: 'POST',
    source: 'GitHub docs, "Validating webhook deliveries" (test values)',
    headers: [['Content-Type', 'text/plain']],
    body: 'Hello, World!',
  },
  {
    scheme: 'http-signature-hmac-sha256',
    label: 'HTTP message signature (HMAC)',
    method: 'POST',
    source: 'RFC 9421 B.2.5',
    headers: [['content-type', 'application/json']],
    body: '{"hello": "world"}',
  },
  {
    scheme: 'hubspot-v1',
    label: 'HubSpot (v1)',
    method: 'POST',
    source: 'HubSpot/hubspot-api-nodejs test/unit/signature.spec.ts; HubSpot docs',
    headers: [
      ['content-type', 'application/json'],
      ['x-hubspot-signature-version', 'v1'],
    ],
    body: '[{"eventId":1,"subscriptionId":12345,"portalId":62515,"occurredAt":1564113600000,"subscriptionType":"contact.creation","attemptNumber":0,"objectId":123,"changeSource":"CRM","changeFlag":"NEW","appId":54321}]',
  },
  {
    scheme: 'hubspot',
    label: 'HubSpot (v3)',
    method: 'POST',
    source: 'HubSpot docs, v3 signature worked example; via SlopMaster2/webhook-verify src/providers/hubspot.rs',
    headers: [['content-type', 'application/json']],
    body: '[{"eventId":531833541,"subscriptionId":3923621,"portalId":48807704,"appId":16111050,"occurredAt":1752613920733,"subscriptionType":"contact.creation","attemptNumber":0,"objectId":138017612137,"changeFlag":"CREATED","changeSource":"CRM_UI","sourceId":"userId:76023669"}]',
  },
  {
    scheme: 'line',
    label: 'LINE',
    method: 'POST',
    source: 'line/line-bot-sdk-nodejs test/validate-signature.spec.ts',
    headers: [['content-type', 'application/json']],
    body: '{"hello":"world"}',
  },
  {
    scheme: 'messagebird',
    label: 'MessageBird',
    method: 'POST',
    source: 'messagebird/messagebird-nodejs lib/testdata/webhook-signature-jwt-reference.json',
    headers: [['Content-Type', 'text/plain']],
    body: 'Some text containg & < >, & and \\u0026',
  },
  {
    scheme: 'paddle',
    label: 'Paddle',
    method: 'POST',
    source: 'PaddleHQ/paddle-go-sdk webhook_verifier_test.go',
    headers: [['content-type', 'application/json']],
    body: '{"data":{"id":"pri_01hsdn96k2hxjzsq5yerecdj9j","name":null,"status":"active","quantity":{"maximum":999999,"minimum":1},"tax_mode":"account_setting","product_id":"pro_01hsdn8qp7yydry3x1yeg6a9rv","unit_price":{"amount":"1000","currency_code":"USD"},"custom_data":null,"description":"testing","import_meta":null,"trial_period":null,"billing_cycle":{"interval":"month","frequency":1},"unit_price_overrides":[]},"event_id":"evt_01hsdn97563968dy0szkmgjwh3","event_type":"price.created","occurred_at":"2024-03-20T10:07:35.590857Z","notification_id":"ntf_01hsdn977e920kbgzt6r6c9rqc"}',
  },
  {
    scheme: 'pagerduty',
    label: 'PagerDuty',
    method: 'POST',
    source: 'PagerDuty/go-pagerduty webhookv3/webhookv3_test.go',
    headers: [['content-type', 'application/json']],
    body: '{"event":{"id":"01BWDWL3NYY7LUFPZCC28QUCMK","event_type":"incident.priority_updated","resource_type":"incident","occurred_at":"2021-04-26T17:36:27.458Z","agent":{"html_url":"https://acme.pagerduty.com/users/PLH1HKV","id":"PLH1HKV","self":"https://api.pagerduty.com/users/PLH1HKV","summary":"Tenex Engineer","type":"user_reference"},"client":null,"data":{"id":"PGR0VU2","type":"incident","self":"https://api.pagerduty.com/incidents/PGR0VU2","html_url":"https://acme.pagerduty.com/incidents/PGR0VU2","number":2,"status":"triggered","title":"A little bump in the road","service":{"html_url":"https://acme.pagerduty.com/services/PF9KMXH","id":"PF9KMXH","self":"https://api.pagerduty.com/services/PF9KMXH","summary":"API Service","type":"service_reference"},"assignees":[{"html_url":"https://acme.pagerduty.com/users/PTUXL6G","id":"PTUXL6G","self":"https://api.pagerduty.com/users/PTUXL6G","summary":"User 123","type":"user_reference"}],"escalation_policy":{"html_url":"https://acme.pagerduty.com/escalation_policies/PUS0KTE","id":"PUS0KTE","self":"https://api.pagerduty.com/escalation_policies/PUS0KTE","summary":"Default","type":"escalation_policy_reference"},"teams":[{"html_url":"https://acme.pagerduty.com/teams/PFCVPS0","id":"PFCVPS0","self":"https://api.pagerduty.com/teams/PFCVPS0","summary":"Engineering","type":"team_reference"}],"priority":{"html_url":"https://acme.pagerduty.com/account/incident_priorities","id":"PSO75BM","self":"https://api.pagerduty.com/priorities/PSO75BM","summary":"P1","type":"priority_reference"},"urgency":"high","conference_bridge":{"conference_number":1000,"conference_url":"https://example.com"},"resolve_reason":null}}}',
  },
  {
    scheme: 'razorpay',
    label: 'Razorpay',
    method: 'POST',
    source: 'razorpay/razorpay-node test/utils/razorpay-utils.spec.js',
    headers: [['Content-Type', 'application/json']],
    body: '{"a":1,"b":2,"c":{"d":3}}',
  },
  {
    scheme: 'sendgrid',
    label: 'SendGrid',
    method: 'POST',
    source: 'sendgrid/sendgrid-nodejs packages/eventwebhook/src/eventwebhook.spec.js',
    headers: [['content-type', 'application/json']],
    body: '[{"email":"hello@world.com","event":"dropped","reason":"Bounced Address","sg_event_id":"ZHJvcC0xMDk5NDkxOS1MUnpYbF9OSFN0T0doUTRrb2ZTbV9BLTA","sg_message_id":"LRzXl_NHStOGhQ4kofSm_A.filterdrecv-p3mdw1-756b745b58-kmzbl-18-5F5FC76C-9.0","smtp-id":"<LRzXl_NHStOGhQ4kofSm_A@ismtpd0039p1iad1.sendgrid.net>","timestamp":1600112492}]\r\n',
  },
  {
    scheme: 'sinch',
    label: 'Sinch Verification',
    method: 'POST',
    source:
      'sinch/sinch-sdk-node packages/verification/tests/rest/v1/callbacks/callbacks-webhook.test.ts (the test puts "x-timestamp:" inside the header value)',
    headers: [
      ['content-type', 'application/json; charset=utf-8'],
      ['x-timestamp', 'x-timestamp:2024-01-19T09:19:28.9372196Z'],
    ],
    body: '{"id":"018d2104-aaa-bbbb-1234","price":{"amount":0.0308},"rate":{"amount":0.0}}',
  },
  {
    scheme: 'slack',
    label: 'Slack',
    method: 'POST',
    source:
      'Slack docs "Verifying requests"; slackapi/python-slack-sdk tests/slack_sdk/signature/test_signature_verifier.py',
    headers: [['content-type', 'application/x-www-form-urlencoded']],
    body: 'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c',
  },
  {
    scheme: 'square',
    label: 'Square',
    method: 'POST',
    source: 'square/square-nodejs-sdk tests/integration/webhooks.test.ts',
    headers: [['content-type', 'application/json']],
    body: '{"data":{"type":"webhooks","id":"fake_id"}}',
  },
  {
    scheme: 'standard-webhooks',
    label: 'Standard Webhooks',
    method: 'POST',
    source: 'standard-webhooks/standard-webhooks libraries/javascript/src/webhook.test.ts (all libraries)',
    headers: [['content-type', 'application/json']],
    body: '{"test": 2432232314}',
  },
  {
    scheme: 'standard-webhooks-ed25519',
    label: 'Standard Webhooks (v1a, Ed25519)',
    method: 'POST',
    source:
      'svix/svix-webhooks server/svix-server/src/worker.rs test_asymmetric_key_signing; README key pair; same signature in spec/standard-webhooks.md',
    headers: [['content-type', 'application/json']],
    body: '{"test": 2432232314}',
  },
  {
    scheme: 'stripe',
    label: 'Stripe',
    method: 'POST',
    source:
      'stripe/stripe-dotnet src/StripeTests/Services/Events/EventUtilityTest.cs + Resources/event_test_signature.json',
    headers: [['content-type', 'application/json']],
    body: '{\n  "id": "evt_123",\n  "object": "event",\n  "account": "acct_123",\n  "api_version": "2017-05-25",\n  "created": 1533204620,\n  "data": {\n    "object": {\n      "id": "cus_123",\n      "object": "customer",\n      "created": 123456789,\n      "email": "test@stripe.com",\n      "livemode": false,\n      "metadata": {}\n    }\n  },\n  "livemode": false,\n  "pending_webhooks": 1,\n  "request": {\n    "id": "req_123",\n    "idempotency_key": "idempotency-key-123"\n  },\n  "type": "customer.created"\n}\n',
  },
  {
    scheme: 'svix',
    label: 'Svix',
    method: 'POST',
    source: 'svix/svix-webhooks server/svix-server/src/worker.rs (same bytes, svix- header names)',
    headers: [['content-type', 'application/json']],
    body: '{"test": 2432232314}',
  },
  {
    scheme: 'service',
    label: 'The service',
    method: 'POST',
    source: "the service's interface document, section 6.3",
    headers: [['Content-Type', 'application/json']],
    body: '{"organizationId":"cbbb36e0-f507-40e8-a839-c8982de5c2da","action":"create","id":"b3b3318e-fb35-49f6-a115-416f4e76c26c","resourceId":"9c32c0d8-3e73-4896-8a7a-766c7428ac54","resourceType":"Payment","createdAtUtc":"2022-03-28T11:14:11.3704804+00:00","changes":null}',
  },
  {
    scheme: 'twilio',
    label: 'Twilio',
    method: 'POST',
    source: 'Twilio security docs; twilio/twilio-python tests/unit/test_request_validator.py',
    headers: [['content-type', 'application/x-www-form-urlencoded']],
    body: 'CallSid=CA1234567890ABCDE&Digits=1234&From=%2B14158675309&To=%2B18005551212&Caller=%2B14158675309',
  },
  {
    scheme: 'wise',
    label: 'Wise',
    method: 'POST',
    source: 'transferwise/digital-signatures-examples verify-webhook-signature/verify-signature.js (sandbox key)',
    headers: [['content-type', 'application/json']],
    body: '{"data":{"resource":{"id":49983981,"profile_id":16055450,"account_id":14124090,"type":"transfer"},"current_state":"incoming_payment_waiting","previous_state":null,"occurred_at":"2021-08-23T10:12:50Z"},"subscription_id":"90aa8e14-4ef1-4a56-861c-f3c9cde097ea","event_type":"transfers#state-change","schema_version":"2.0.0","sent_at":"2021-08-23T10:12:50Z"}',
  },
  {
    scheme: 'zendesk',
    label: 'Zendesk',
    method: 'POST',
    source:
      'aaronellington/zendesk-go zendesk webhook tests (third party; Zendesk static test secret; timestamp "1234" is synthetic)',
    headers: [['content-type', 'application/json']],
    body: '{\n\t"type": "End User Comment",\n\t"ticketID": "12345",\n\t"priority": "Normal",\n\t"tags": "new",\n\t"groupID": "9000",\n\t"assigneeID": "9001",\n\t"assigneeEmail": "kren@example.com"\n}\n',
  },
]
