export const resourceDescription = 'Usage in this billing period, and whether sending is locked.';

export const fieldDescriptions = {
  Usage: {
    emails_included: 'The number of recipients that the plan includes per period; null without a limit.',
    emails_used: 'The number of recipients mailed in this period.',
    emails_remaining:
      'The number of recipients that the plan still allows in this period; null without a limit.',
    sending_locked: 'Whether an email to one recipient would be refused now.',
    lock_reason: 'The error type that such an email would get.',
    suspended_reason: 'Why the operator suspended all sending; null while sending is not suspended.',
    estimated_cents: 'The cost of the period so far.',
    budget_cents: 'The monthly budget that the workspace set; null without a budget.',
    stored_bytes:
      'The size of the attachments and other large content of held drafts, scheduled emails and campaigns. Absent until the workspace first stores such content.',
  },
};
