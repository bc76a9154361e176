export const resourceDescription = 'Sequences of marketing emails. Each enrollment follows its own schedule.';

const step = {
  delay_minutes:
    'The delay in minutes. The delay of the first step starts at the enrollment, and the delay of every other step when the previous step is sent.',
  subject:
    'May contain placeholders such as `{{name}}`, fallbacks and conditions, as in a template. Values are inserted unescaped.',
  html: 'May contain the same as the subject. Values are HTML-escaped. The HTML of a template takes precedence.',
  template_slug:
    'The slug of a template. The email has the subject of the step and the HTML that the template has when the email is sent.',
};

const rules = {
  reply_to: 'The address for replies. A reply can end an enrollment only if this service receives the reply.',
  exit_on_reply:
    'Whether a reply from the recipient ends the enrollment. Automatic replies do not end an enrollment.',
  topic_key: 'The topic of every step. An enrollment ends when the recipient opts out of the topic.',
  exit_tags:
    'A contact with any of these tags is not enrolled, and an active enrollment of the contact ends. Tags are stored in lowercase, with hyphens for white space.',
  required_tags:
    'A contact that lacks any of these tags is not enrolled, and an active enrollment of the contact ends.',
  reenrollment:
    'Whether an address can be enrolled again. With `never`, each address is enrolled at most once, regardless of the trigger.',
  default_variables:
    'Values for placeholders. The variables of an enrollment and the fields of the contact take precedence.',
  contact_fields:
    'Whether the `email`, `first_name`, `last_name` and attributes of the contact fill placeholders for which the enrollment has no variable. A value counts as missing if it has more than 120 characters, a line break or a URL. The default is `false`.',
};

export const enrollRequestDescriptions = {
  email: 'The address to enroll. Letter case is ignored, and the address need not belong to a contact.',
  variables: 'Values for placeholders in this enrollment.',
};

export const fieldDescriptions = {
  Automation: {
    slug: 'The value of the tag `automation` on every email that the automation sends.',
    status: 'The automation enrolls and sends only while it is `active`.',
    identity_id: 'The ID of the marketing domain of `from`.',
    enrollments: 'The number of enrollments by status.',
    ...rules,
  },
  CreateAutomationRequest: {
    slug: 'May contain a-z, 0-9 and hyphens. Cannot be changed.',
    identity_id: 'The ID of the verified marketing domain of `from`.',
    ...rules,
  },
  UpdateAutomationRequest: rules,
  Step: step,
  StepRequest: step,
  Trigger: {
    kind: 'The source of automatic enrollments. With `api`, only API calls enroll addresses.',
    audience_id: 'For `contact_added`: the ID of the audience. Contacts that join the audience are enrolled.',
    event_name: 'For `event`: the exact name of the event.',
    tag: 'For `tag_added`: the tag. Contacts that gain the tag are enrolled.',
  },
  DeletedAutomation: { enrollments_canceled: 'The number of active enrollments that the deletion canceled.' },
  Enrollment: {
    current_step: 'The index of the next step, from 0.',
    next_due_at: 'When the next step is due or retried. The field keeps its value after the enrollment ends.',
    variables: 'The values given at enrollment.',
    completed_at: 'When the last step was sent.',
    cancel_reason:
      'Why the enrollment was canceled: `unsubscribed`, `unsubscribed_from_topic`, `replied`, `suppressed`, `exit_tag` or `required_tag_missing`.',
    last_error: 'Why the enrollment failed, or why the last attempt to send the step failed.',
    attempts: 'The number of attempts at the current step.',
  },
  Enrolled: {
    reason:
      'Why the address was not enrolled: `already_enrolled`, `previously_enrolled`, `suppressed`, `unsubscribed_from_topic`, `exit_tag` or `required_tag_missing`.',
  },
  EnrollRequest: enrollRequestDescriptions,
};
