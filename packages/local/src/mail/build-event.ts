import { AwsError } from '../aws/stand-in';
import { recipientsOf } from '../aws/sesv2/outbox';
import { parseIsoMs } from '../clock/parse-iso-ms';
import * as ses from './ses-events';
import type { SentMail, SesEvent } from './ses-events';

/** The body of `POST /control/outbox/{id}/events`. A null detail is omitted from the event. */
export interface EventParams {
  /** `send`, `delivery`, `bounce` and the other event types of the API (EV-1). */
  type: string;
  /** Default: the first `to` address. */
  recipient?: string | undefined;
  link?: string | undefined;
  /** ISO 8601. Default: now. */
  at?: string | undefined;
  /** `Permanent`, `Transient` or `Undetermined`. */
  bounce_type?: string | undefined;
  /** The sub-type of a bounce, the feedback type of a complaint or the type of a delay. */
  sub_type?: string | null | undefined;
  diagnostic?: string | null | undefined;
  reason?: string | undefined;
  user_agent?: string | undefined;
}

/** The inputs of an event, with defaults applied. */
interface EventInputs {
  params: EventParams;
  recipients: string[];
  at: Date;
  userAgent: string;
}

const builders: Record<string, (sent: SentMail, inputs: EventInputs) => SesEvent> = {
  send: (sent) => ses.sendEvent(sent),
  delivery: (sent, { recipients, at, params }) =>
    ses.deliveryEvent(sent, recipients, at, params.diagnostic ?? undefined),
  bounce: buildBounce,
  complaint: (sent, { recipients, at, userAgent, params }) =>
    ses.complaintEvent(sent, {
      recipients,
      at,
      userAgent,
      feedbackType: valueOrDefault(params.sub_type, 'abuse'),
    }),
  reject: (sent, { params }) => ses.rejectEvent(sent, params.reason ?? 'Bad content'),
  open: (sent, { at, userAgent }) => ses.openEvent(sent, at, userAgent),
  click: (sent, { at, userAgent, params }) =>
    ses.clickEvent(sent, at, params.link ?? 'https://example.com/', userAgent),
  rendering_failure: (sent, { params }) =>
    ses.renderingFailureEvent(
      sent,
      params.reason ?? "Attribute 'name' is not present in the rendering data.",
    ),
  delivery_delay: buildDeliveryDelay,
};

/** Builds an event as SES publishes it. Throws `AwsError('BadRequest')` if the type or the time is invalid. */
export function buildEvent(sent: SentMail, params: EventParams, now: number): SesEvent {
  const build = Object.hasOwn(builders, params.type) ? builders[params.type] : undefined;
  if (!build) throw new AwsError('BadRequest', `type: must be one of ${Object.keys(builders).join(', ')}`);

  const at = new Date(params.at === undefined ? now : parseIsoMs(params.at));
  if (Number.isNaN(at.getTime())) throw new AwsError('BadRequest', 'at: must be an ISO 8601 time');
  const recipient = params.recipient ?? recipientsOf(sent.record)[0] ?? '';
  const userAgent = params.user_agent ?? 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36';
  return build(sent, { params, recipients: [recipient], at, userAgent });
}

const bounceTypes = ['Permanent', 'Transient', 'Undetermined'];

function buildBounce(sent: SentMail, { params, recipients, at }: EventInputs): SesEvent {
  // The API names SES's bounceType `sub_type` (EV-4), so `bounce_type` and `sub_type` both accept a bounce type.
  const isTypeInSubType = params.bounce_type === undefined && bounceTypes.includes(params.sub_type ?? '');
  const bounceType = (isTypeInSubType ? params.sub_type : params.bounce_type) ?? 'Permanent';
  const bounceSubType = (isTypeInSubType ? undefined : params.sub_type) ?? 'General';
  const isPermanent = bounceType === 'Permanent';
  const defaultDiagnostic = isPermanent
    ? 'smtp; 550 5.1.1 user unknown'
    : 'smtp; 450 4.2.1 mailbox temporarily unavailable';
  return ses.bounceEvent(sent, {
    recipients,
    at,
    bounceType,
    bounceSubType,
    status: isPermanent ? '5.1.1' : '4.2.1',
    diagnosticCode: valueOrDefault(params.diagnostic, defaultDiagnostic),
  });
}

function buildDeliveryDelay(sent: SentMail, { params, recipients, at }: EventInputs): SesEvent {
  return ses.deliveryDelayEvent(sent, {
    recipients,
    at,
    delayType: params.sub_type ?? 'TransientCommunicationFailure',
    diagnosticCode: valueOrDefault(params.diagnostic, 'smtp; 421 4.4.1 Unable to connect to remote host'),
  });
}

function valueOrDefault(value: string | null | undefined, defaultValue: string): string | undefined {
  return value === null ? undefined : (value ?? defaultValue);
}
