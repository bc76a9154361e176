export const resourceDescription = 'What this billing period has used, and whether mail leaves.';

export const fieldDescriptions = {
  Usage: {
    emails_included: 'How many recipients the plan has in a period; null where it has no ceiling.',
    emails_used: 'How many recipients were mailed in this period.',
    emails_remaining: 'Null where the plan has no ceiling.',
    sending_locked: 'A mail to one recipient would be refused now.',
    lock_reason: 'The error type that it would be refused with.',
    suspended_reason: 'Why the operator has stopped all sending; null while nobody has.',
    estimated_cents: 'What the period has cost so far.',
    budget_cents: 'What the workspace allows itself a month; null for any sum.',
  },
};
