export const resourceDescription =
  'The domains that you send from. Each domain is verified for one risk class through DNS records and shows the values that DNS returns for these records.';

export const fieldDescriptions = {
  NewDomainRequest: {
    domain:
      'Without `risk_class`, the root domain, such as `acme.example`. With `risk_class`, the exact domain to send from.',
  },
  Domain: {
    domain: 'The part of the sender address after the `@`.',
    status: 'The DKIM status that SES reports. Only a `verified` domain can send.',
    dns_records: 'The DNS records to publish, with the values that DNS returned.',
    click_tracking: 'The tracking hostname. Opens and clicks are recorded only while its status is `active`.',
    mail_from: 'The domain of the Return-Path. Emails can be sent without this domain.',
    last_checked_at: 'When DNS was last checked.',
  },
  DnsRecord: {
    optional: 'Whether emails can be sent without the record.',
    status: '`unchecked` until DNS is checked.',
    found: 'The values that DNS returned at the last check.',
    priority: 'The priority of an MX record.',
  },
};
