import { roles } from '../../../../shared/core/roles';
import { budgetScopes, plans } from '../../../../shared/db/records/workspaces';
import type { Command, OperatorCommand } from './command';
import { domainCommands } from './domain-commands';
import { importCommand } from '../import/command';
import { suppressCommand } from '../import/suppress-command';
import { readOnOff, orNull, readWholeNumber, type FieldOptions } from './fields';
import { showApiKeys, showRecord, showUsers, showWorkspaces } from './show';

const settings: FieldOptions = {
  plan: { hint: plans.join('|'), summary: 'the plan', field: 'plan' },
  'payment-method': {
    hint: 'on|off',
    summary: 'whether the payment method is verified (off: all sends are refused)',
    field: 'payment_method_verified',
    read: readOnOff,
  },
  'past-due': {
    hint: 'on|off',
    summary: 'whether the subscription is past due (on: all sends are refused)',
    field: 'billing_past_due',
    read: readOnOff,
  },
  budget: {
    hint: 'CENTS|none',
    summary: 'the maximum cost per month',
    field: 'budget_cents',
    read: orNull(readWholeNumber),
  },
  'budget-scope': {
    hint: budgetScopes.join('|'),
    summary: 'the email that stops when the budget is used up',
    field: 'budget_applies_to',
  },
  used: { hint: 'N', summary: 'recipients charged this month', field: 'emails_used', read: readWholeNumber },
  'postal-address': {
    hint: 'TEXT|none',
    summary: 'the address shown in marketing email',
    field: 'postal_address',
    read: orNull(),
  },
  'requests-per-minute': {
    hint: 'N',
    summary: 'the maximum requests per minute of each credential',
    field: 'requests_per_minute',
    read: readWholeNumber,
  },
  'keep-mail': {
    hint: 'DAYS|none',
    summary: 'how long email is kept: 7 to 3650 days, or none for indefinitely',
    field: 'mail_retention_days',
    read: orNull(readWholeNumber),
  },
  identities: {
    hint: 'N|none',
    summary: 'the maximum sending domains (none: 50)',
    field: 'identities_max',
    read: orNull(readWholeNumber),
  },
  'received-per-day': {
    hint: 'N|none',
    summary: 'the messages received per UTC day, above which mail is quarantined (none: 10,000)',
    field: 'received_per_day',
    read: orNull(readWholeNumber),
  },
  'stored-bytes': {
    hint: 'N|none',
    summary: 'the maximum bytes of drafts, scheduled email and campaigns in S3 (none: 2 GB)',
    field: 'stored_bytes_max',
    read: orNull(readWholeNumber),
  },
  'created-at': {
    hint: 'TIME',
    summary: 'the creation time (a workspace can have at most 5 root domains in its first 7 days)',
    field: 'created_at',
  },
};

const workspaceCommands: OperatorCommand[] = [
  {
    name: 'workspaces create',
    args: ['NAME'],
    summary: 'create a workspace and its first key, which has every scope',
    options: settings,
    action: 'createWorkspace',
    input: ([name]) => ({ name }),
    show: showRecord,
  },
  {
    name: 'workspaces list',
    args: [],
    summary: 'list all workspaces, oldest first',
    options: {},
    action: 'listWorkspaces',
    input: () => ({}),
    show: showWorkspaces,
  },
  {
    name: 'workspaces set',
    args: ['WORKSPACE'],
    summary: 'change the given settings, or show all settings if no option is given',
    options: settings,
    action: 'updateWorkspace',
    input: ([id]) => ({ id }),
    show: showRecord,
  },
  {
    name: 'workspaces suspend',
    args: ['WORKSPACE', 'REASON'],
    summary: 'refuse all sends with this reason',
    options: {},
    action: 'updateWorkspace',
    input: ([id, reason]) => ({ id, suspended_reason: reason }),
    show: showRecord,
  },
  {
    name: 'workspaces unsuspend',
    args: ['WORKSPACE'],
    summary: 'allow sends again',
    options: {},
    action: 'updateWorkspace',
    input: ([id]) => ({ id, suspended_reason: null }),
    show: showRecord,
  },
  {
    name: 'workspaces delete',
    args: ['WORKSPACE'],
    summary: 'permanently delete a workspace with all its data',
    options: {
      confirm: { hint: 'WORKSPACE', summary: 'the same ID, as a confirmation (required)', field: 'confirm' },
    },
    action: 'deleteWorkspace',
    input: ([id]) => ({ id }),
    show: showRecord,
  },
  {
    name: 'workspaces deletion',
    args: ['WORKSPACE'],
    summary: 'show the progress of a deletion',
    options: {},
    action: 'showDeletion',
    input: ([id]) => ({ id }),
    show: showRecord,
  },
];

const keyCommands: OperatorCommand[] = [
  {
    name: 'keys create',
    args: ['WORKSPACE', 'NAME'],
    summary: 'create an API key',
    options: {
      scope: {
        hint: 'SCOPE',
        summary: 'a scope of the key (repeatable, default: every scope)',
        field: 'scopes',
        multiple: true,
      },
      'daily-limit': {
        hint: 'N',
        summary: 'the maximum recipients per UTC day',
        field: 'daily_send_limit',
        read: readWholeNumber,
      },
      allow: {
        hint: 'ADDRESS|DOMAIN',
        summary: 'a recipient or domain that the key may send to (repeatable, default: any)',
        field: 'allowed_recipients',
        multiple: true,
      },
      'requires-approval': {
        summary: 'hold sends of this key until a user approves them',
        field: 'requires_approval',
      },
    },
    action: 'createApiKey',
    input: ([workspace, name]) => ({ workspace_id: workspace, name }),
    show: showRecord,
  },
  {
    name: 'keys list',
    args: ['WORKSPACE'],
    summary: 'list the API keys, newest first, including revoked ones',
    options: {},
    action: 'listApiKeys',
    input: ([workspace]) => ({ workspace_id: workspace }),
    show: showApiKeys,
  },
];

const userCommands: OperatorCommand[] = [
  {
    name: 'users invite',
    args: ['WORKSPACE', 'EMAIL'],
    summary: 'invite a user to the dashboard, or change the role of a user',
    options: {
      role: {
        hint: roles.join('|'),
        summary:
          'viewer: read; member: also send and decide approvals (default); admin: also manage domains, keys and webhooks',
        field: 'role',
      },
    },
    action: 'inviteUser',
    input: ([workspace, email]) => ({ workspace_id: workspace, email }),
    show: showRecord,
  },
  {
    name: 'users list',
    args: ['WORKSPACE'],
    summary: 'list the users who may sign in',
    options: {},
    action: 'listUsers',
    input: ([workspace]) => ({ workspace_id: workspace }),
    show: showUsers,
  },
  {
    name: 'users remove',
    args: ['WORKSPACE', 'EMAIL'],
    summary: 'remove a user from the workspace, effective at the next request of the user',
    options: {},
    action: 'removeUser',
    input: ([workspace, email]) => ({ workspace_id: workspace, email }),
    show: showRecord,
  },
];

export const commands: readonly Command[] = [
  ...workspaceCommands,
  ...keyCommands,
  ...domainCommands,
  ...userCommands,
  importCommand,
  suppressCommand,
];
