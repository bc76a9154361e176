export const resourceDescription =
  'Sequences of mails that people go through, each at their own time, until they leave.';

const step = {
  delay_minutes: 'After the enrolment, or after the step before was sent.',
  subject: 'With placeholders, `{{name}}`, whose values are put in as they are.',
  html: 'With placeholders, whose values are escaped. The HTML of a template wins.',
  template_slug: 'Its HTML is sent, as it is then, with the subject of the step.',
};

const rules = {
  reply_to: 'Where answers go. Only mail that this service receives can end the sequence.',
  exit_on_reply: 'Whether an answer of the person ends it for them; what a machine answers does not.',
  topic_key: 'Every step is sent under this topic, and who opts out of it leaves.',
  exit_tags:
    'Who carries one of them is not enrolled, or leaves. In lower case, and with a hyphen for white space.',
  required_tags: 'Who does not carry all of them is not enrolled, or leaves.',
  reenrollment: '`never`: each address once, whatever starts it.',
  default_variables: 'Values for placeholders. Those of an enrolment win.',
};

export const enrollRequestDescriptions = {
  email: 'Who; letter case does not count, and nobody need know them.',
  variables: 'Values for placeholders, for this person.',
};

export const fieldDescriptions = {
  Automation: {
    slug: 'The value of the tag `automation` on every mail that it sends.',
    status: 'Only `active` enrols and sends.',
    identity_id: 'The marketing domain that `from` is on.',
    enrollments: 'How many there are of each status.',
    ...rules,
  },
  CreateAutomationRequest: {
    slug: 'a-z, 0-9 and hyphens. It stays for good.',
    identity_id: 'The id of the verified marketing domain that `from` is on.',
    ...rules,
  },
  UpdateAutomationRequest: rules,
  Step: step,
  StepRequest: step,
  Trigger: {
    kind: 'What enrols people by itself; `api`: nothing but a call does.',
    audience_id: 'Of `contact_added`: who joins this audience.',
    event_name: 'Of `event`: its exact name.',
    tag: 'Of `tag_added`: who gains this tag.',
  },
  DeletedAutomation: { enrollments_canceled: 'How many were active.' },
  Enrollment: {
    current_step: 'The next step, from 0.',
    next_due_at: 'When the next step is due, or is tried again. It stays when the enrolment ends.',
    variables: 'What was given when they were enrolled.',
    completed_at: 'When the last step was sent.',
    cancel_reason:
      '`unsubscribed`, `unsubscribed_from_topic`, `replied`, `suppressed`, `exit_tag` or `required_tag_missing`.',
    last_error: 'Why it failed, or why the step did not leave at the last attempt.',
    attempts: 'At the current step.',
  },
  Enrolled: {
    reason:
      'Why not: `already_enrolled`, `previously_enrolled`, `suppressed`, `unsubscribed_from_topic`, `exit_tag` or `required_tag_missing`.',
  },
  EnrollRequest: enrollRequestDescriptions,
};
