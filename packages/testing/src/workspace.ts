import { randomUUID } from 'node:crypto';
import { CarrierNest, type Domain } from '@carrier-nest/sdk';
import type { ControlClient } from './control-client.ts';
import type { Hosts } from './hosts.ts';
import { deliverInbound, type InboundMail, type RawInboundMail } from './inbound.ts';
import { Outbox } from './outbox.ts';
import { Webhooks } from './webhooks.ts';

/** The settings of a workspace. */
export interface WorkspaceSettings {
  name?: string;
  /** Default: `unmetered`. */
  plan?: 'unmetered' | 'free' | 'paid';
  payment_method_verified?: boolean;
  billing_past_due?: boolean;
  /** The monthly budget in cents. Null means none. */
  budget_cents?: number | null;
  budget_applies_to?: 'marketing' | 'all';
  /** The number of emails that were sent in the current period. */
  emails_used?: number;
  /** The address in the footer of marketing emails. Null means none, and then the service refuses marketing emails. */
  postal_address?: string | null;
  /** Suspends the workspace. Null lifts the suspension. */
  suspended_reason?: string | null;
  requests_per_minute?: number;
  /** ISO 8601. Default: now. */
  created_at?: string;
}

export interface NewDomain {
  /** Default: a new name below `.example`. */
  domain?: string;
  /** Default: `transactional`. */
  risk_class?: 'transactional' | 'marketing';
  /** Whether the domain is verified. Default: true. */
  verified?: boolean;
  /** Whether the service rewrites links to count clicks. Default: false, so that a test can follow the links. */
  tracking?: boolean;
  /** Whether the number of emails a day is limited at first. Default: false. */
  warmup?: boolean;
}

interface WorkspaceRecord {
  id: string;
  key: string;
  domain: string;
}

/** What the workspaces of a runtime share. */
export interface WorkspaceRuntime {
  /** The URL of the API. */
  url: string;
  control: ControlClient;
  hosts: Hosts;
}

/**
 * A workspace of its own, with an unguarded key that has every scope, and a verified domain for transactional email.
 * Other workspaces of the runtime do not see its emails, people and settings.
 */
export class TestWorkspace {
  readonly id: string;
  /** An API key, `sk_live_…`. */
  readonly key: string;
  /** The verified domain, such as `1f0c29aa.example`. The workspace sends from it and receives at it. */
  readonly domain: string;
  /** A client of the SDK with the key of the workspace. */
  readonly client: CarrierNest;
  readonly outbox: Outbox;
  readonly webhooks: Webhooks;

  constructor(
    protected readonly runtime: WorkspaceRuntime,
    { id, key, domain }: WorkspaceRecord,
  ) {
    this.id = id;
    this.key = key;
    this.domain = domain;
    this.client = new CarrierNest({ url: runtime.url, key });
    this.outbox = new Outbox(runtime.control, id);
    this.webhooks = new Webhooks(this.client, runtime.hosts);
  }

  /** The URL of the API, without `/v1`. */
  get url(): string {
    return this.runtime.url;
  }

  /** Adds a sending domain with its DNS records. */
  addDomain(domain: NewDomain = {}): Promise<Domain> {
    return addDomain(this.runtime.control, this.id, domain);
  }

  /** Changes settings of the workspace, as the operator of a deployment can. */
  async update(settings: WorkspaceSettings): Promise<void> {
    await this.runtime.control.call('PATCH', `/workspaces/${this.id}`, settings);
  }

  /**
   * Delivers an email to an address of the workspace. Resolves when SES has accepted the email. The service processes it
   * a moment later: wait for the event `inbound`, or call `clock.settle()`. Throws a `ControlError` if no recipient is on
   * a domain of the runtime.
   */
  inbound(mail: InboundMail | RawInboundMail): Promise<{ receipt_id: string }> {
    return deliverInbound(this.runtime.control, mail);
  }
}

/** The postal address makes marketing emails possible. */
const defaults: WorkspaceSettings = { name: 'Test', postal_address: '1 Main Street, Springfield' };

export async function createWorkspace(
  control: ControlClient,
  settings: WorkspaceSettings = {},
): Promise<WorkspaceRecord> {
  const body = { ...defaults, ...settings };
  const { id, key } = (await control.call('POST', '/workspaces', body)) as { id: string; key: string };
  const { domain } = await addDomain(control, id, {});
  return { id, key, domain };
}

async function addDomain(control: ControlClient, workspaceId: string, overrides: NewDomain): Promise<Domain> {
  const body = {
    domain: `${randomUUID().slice(0, 8)}.example`,
    risk_class: 'transactional',
    tracking: false,
    ...overrides,
  };
  return (await control.call('POST', `/workspaces/${workspaceId}/domains`, body)) as Domain;
}
