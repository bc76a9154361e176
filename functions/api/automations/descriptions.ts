export const resourceDescription = 'Sequences of marketing emails. Each enrollment follows its own schedule.';

const step = {
  delay_minutes: 'Minutes after the enrollment, or after the previous step was sent.',
  subject: 'May contain placeholders such as `{{name}}`. Values are inserted unescaped.',
  html: 'May contain placeholders. Values are HTML-escaped. The HTML of a template takes precedence.',
  template_slug:
    'The slug of a template. Its HTML at the time of sending is used, with the subject of the step.',
};

const rules = {
  reply_to: 'The address for replies. Only a reply that this service receives can end an enrollment.',
  exit_on_reply:
    'Whether a reply from the recipient ends the enrollment. Automatic replies do not end an enrollment.',
  topic_key: 'The topic of every step. An enrollment ends when the recipient opts out of the topic.',
  exit_tags:
    'A contact with any of these tags is not enrolled, and an active enrollment of the contact ends. Tags are stored in lowercase, with hyphens for white space.',
  required_tags:
    'A contact that lacks any of these tags is not enrolled, and an active enrollment of the contact ends.',
  reenrollment: '`never`: each address is enrolled at most once, regardless of the trigger.',
  default_variables: 'Values for placeholders. The values of an enrollment take precedence.',
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
    kind: 'The source of automatic enrollments. With `api`, addresses are enrolled only by API calls.',
    audience_id: 'For `contact_added`: contacts that join this audience are enrolled.',
    event_name: 'For `event`: the exact name of the event.',
    tag: 'For `tag_added`: contacts that gain this tag are enrolled.',
  },
  DeletedAutomation: { enrollments_canceled: 'The number of enrollments that were active.' },
  Enrollment: {
    current_step: 'The index of the next step, from 0.',
    next_due_at: 'When the next step is due or retried. The value remains after the enrollment ends.',
    variables: 'The values given at enrollment.',
    completed_at: 'When the last step was sent.',
    cancel_reason:
      '`unsubscribed`, `unsubscribed_from_topic`, `replied`, `suppressed`, `exit_tag` or `required_tag_missing`.',
    last_error: 'Why the enrollment failed, or why the last attempt did not send the step.',
    attempts: 'The number of attempts at the current step.',
  },
  Enrolled: {
    reason:
      'Why the address was not enrolled: `already_enrolled`, `previously_enrolled`, `suppressed`, `unsubscribed_from_topic`, `exit_tag` or `required_tag_missing`.',
  },
  EnrollRequest: enrollRequestDescriptions,
};
