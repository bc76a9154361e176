export { attachment, type Download } from './attachments.ts';
export { CarrierNest, type Settings } from './client.ts';
export {
  ApiError,
  CarrierNestError,
  ConnectionError,
  IgnoredCursorError,
  InvalidArgumentError,
  TimeoutError,
  UnknownRecipientError,
} from './errors.ts';
export { List, type Page } from './list.ts';
export type * from './operations.ts';
export type { Reply, ReplyRequest } from './reply.ts';
export type { Fetch, IgnoredFieldsListener, RequestOptions } from './requests.ts';
export type * from './schemas.ts';
export type { Feeds, FeedOptions, Inbound, Threads, WaitOptions } from './waiting.ts';
export { verifyWebhook, WebhookVerificationError } from './webhooks.ts';
export type { ClickEvent, InboundEvent, SentMailEvent, WebhookEvent, WebhookRequest } from './webhooks.ts';
