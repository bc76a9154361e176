export const resourceDescription =
  'The domains that you send from. Each domain is verified through DNS records, for one risk class.';

export const fieldDescriptions = {
  NewDomainRequest: {
    domain:
      'If `risk_class` is omitted, the root domain, such as `acme.example`. Otherwise, the exact domain to send from.',
  },
  Domain: {
    domain: 'The part of the sender address after the `@`.',
    status: 'The DKIM status that SES reports. Only a `verified` domain can send.',
    dns_records: 'The DNS records to publish, with the values that DNS returned at the last check.',
    click_tracking:
      'The hostname of tracked links. Opens and clicks are recorded only while the status of the hostname is `active`, ' +
      'which requires a valid certificate. `problem` says what is missing.',
    mail_from: 'The domain of the Return-Path. Sending does not require this domain.',
    last_checked_at: 'When DNS was last checked.',
  },
  DnsRecord: {
    optional: 'Whether sending works without the record.',
    status: '`unchecked` until DNS is checked.',
    found: 'The values that DNS returned at the last check.',
    priority: 'The priority of an MX record.',
  },
};
