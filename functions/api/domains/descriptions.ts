export const resourceDescription =
  'The domains that you send from. Each is verified for one risk class by records in its DNS, and shows what DNS says.';

export const fieldDescriptions = {
  NewDomainRequest: {
    domain: 'Without `risk_class` the root, such as `acme.example`; with it, the very name to send from.',
  },
  Domain: {
    domain: 'What stands after the `@` of a sender.',
    status: 'What the mail provider says of its DKIM. Only from a `verified` domain mail may be sent.',
    dns_records: 'What to publish, and what DNS shows.',
    click_tracking: 'While it is `active`, opens and clicks are seen.',
    mail_from: 'The Return-Path. Mail is sent without it, too.',
    last_checked_at: 'When DNS was last looked at.',
  },
  DnsRecord: {
    optional: 'Mail can be sent without it.',
    status: '`unchecked` until DNS was looked at.',
    found: 'What DNS showed when it was last looked at.',
    priority: 'Of an MX record.',
  },
};
