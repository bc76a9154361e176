import type * as z from 'zod/mini';
import * as approvals from '../../functions/api/approvals/shapes';
import * as audiences from '../../functions/api/audiences/shapes';
import * as automations from '../../functions/api/automations/shapes';
import * as broadcasts from '../../functions/api/broadcasts/shapes';
import * as contactProperties from '../../functions/api/contact-properties/shapes';
import * as contacts from '../../functions/api/contacts/shapes';
import * as credential from '../../functions/api/credential/shapes';
import * as domains from '../../functions/api/domains/shapes';
import * as attachments from '../../functions/api/emails/attachment-shape';
import * as metrics from '../../functions/api/emails/metrics-shape';
import * as emails from '../../functions/api/emails/shapes';
import * as events from '../../functions/api/events/shapes';
import * as inbound from '../../functions/api/inbound/shapes';
import * as segments from '../../functions/api/segments/shapes';
import * as suppressions from '../../functions/api/suppressions/shapes';
import * as templates from '../../functions/api/templates/shapes';
import * as variables from '../../functions/api/templates/variables-shape';
import * as threads from '../../functions/api/threads/shapes';
import * as topics from '../../functions/api/topics/shapes';
import * as usage from '../../functions/api/usage/shapes';
import * as webhookEndpoints from '../../functions/api/webhook-endpoints/shapes';
import * as shared from '../../shared/http/shapes';
import type { NamedShape } from './components';
import { errorShapes } from './errors';
import * as payloads from './webhook-shapes';

const modules: object[] = [
  emails,
  attachments,
  metrics,
  threads,
  inbound,
  approvals,
  domains,
  credential,
  usage,
  templates,
  variables,
  contacts,
  contactProperties,
  audiences,
  segments,
  broadcasts,
  automations,
  events,
  topics,
  suppressions,
  webhookEndpoints,
  payloads,
  shared,
];

/** Every shape that is exported has the name of its export, without `Schema` at the end. */
export const namedShapes: readonly NamedShape[] = [
  ...modules.flatMap((module) => Object.entries(module).flatMap(nameOf)),
  ...errorShapes,
];

function nameOf([exported, value]: [string, unknown]): NamedShape[] {
  return exported.endsWith('Schema') ? [[exported.slice(0, -'Schema'.length), value as z.ZodMiniType]] : [];
}
