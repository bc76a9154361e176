import { riskClasses } from '../../../../shared/db/records/domains';
import { roles } from '../../../../shared/core/roles';
import { budgetScopes, plans } from '../../../../shared/db/records/workspaces';
import type { Command, OperatorCommand } from './command';
import { importCommand } from './import/command';
import { readOnOff, orNull, readWholeNumber, type Options } from './options';
import { showApiKeys, showDomain, showDomains, showRecord, showUsers, showWorkspaces } from './show';

const settings: Options = {
  plan: { hint: plans.join('|'), summary: 'the plan', field: 'plan' },
  'payment-method': {
    hint: 'on|off',
    summary: 'whether a payment method is verified; without one no mail leaves',
    field: 'payment_method_verified',
    read: readOnOff,
  },
  'past-due': {
    hint: 'on|off',
    summary: 'whether the subscription is unpaid; then no mail leaves',
    field: 'billing_past_due',
    read: readOnOff,
  },
  budget: {
    hint: 'CENTS|none',
    summary: 'what a month may cost',
    field: 'budget_cents',
    read: orNull(readWholeNumber),
  },
  'budget-scope': {
    hint: budgetScopes.join('|'),
    summary: 'the mail that a used-up budget stops',
    field: 'budget_applies_to',
  },
  used: {
    hint: 'N',
    summary: 'recipients mailed this month',
    field: 'emails_used',
    read: readWholeNumber,
  },
  'postal-address': {
    hint: 'TEXT|none',
    summary: 'the address that marketing mail must show',
    field: 'postal_address',
    read: orNull(),
  },
  'requests-per-minute': {
    hint: 'N',
    summary: 'what each credential may ask',
    field: 'requests_per_minute',
    read: readWholeNumber,
  },
  'keep-mail': {
    hint: 'DAYS|none',
    summary: 'how long mail is kept, 7 to 3650 days; none: for ever',
    field: 'mail_retention_days',
    read: orNull(readWholeNumber),
  },
  'created-at': {
    hint: 'TIME',
    summary: 'since when it exists, for the limit on young workspaces',
    field: 'created_at',
  },
};

const workspaceCommands: OperatorCommand[] = [
  {
    name: 'workspaces create',
    args: ['NAME'],
    summary: 'make a workspace and its first key, which has every scope',
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
    summary: 'change settings; what is not given stays. Without options, show them',
    options: settings,
    action: 'updateWorkspace',
    input: ([id]) => ({ id }),
    show: showRecord,
  },
  {
    name: 'workspaces suspend',
    args: ['WORKSPACE', 'REASON'],
    summary: 'let no mail leave; clients are told the reason',
    options: {},
    action: 'updateWorkspace',
    input: ([id, reason]) => ({ id, suspended_reason: reason }),
    show: showRecord,
  },
  {
    name: 'workspaces unsuspend',
    args: ['WORKSPACE'],
    summary: 'let mail leave again',
    options: {},
    action: 'updateWorkspace',
    input: ([id]) => ({ id, suspended_reason: null }),
    show: showRecord,
  },
  {
    name: 'workspaces delete',
    args: ['WORKSPACE'],
    summary: 'delete a workspace with all that it has; there is no way back',
    options: {
      confirm: { hint: 'WORKSPACE', summary: 'its id once more; required', field: 'confirm' },
    },
    action: 'deleteWorkspace',
    input: ([id]) => ({ id }),
    show: showRecord,
  },
  {
    name: 'workspaces deletion',
    args: ['WORKSPACE'],
    summary: 'how far the deletion of a workspace is',
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
    summary: 'make an API key',
    options: {
      scope: { hint: 'SCOPE', summary: 'every one unless given; repeat it', field: 'scopes', multiple: true },
      'daily-limit': {
        hint: 'N',
        summary: 'recipients that it may mail a day',
        field: 'daily_send_limit',
        read: readWholeNumber,
      },
      allow: {
        hint: 'ADDRESS|DOMAIN',
        summary: 'whom it may mail, anyone unless given; repeat it',
        field: 'allowed_recipients',
        multiple: true,
      },
      'requires-approval': {
        summary: 'a person has to approve what it sends',
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
    summary: 'list the API keys, newest first, revoked ones too',
    options: {},
    action: 'listApiKeys',
    input: ([workspace]) => ({ workspace_id: workspace }),
    show: showApiKeys,
  },
];

const domainCommands: OperatorCommand[] = [
  {
    name: 'domains create',
    args: ['WORKSPACE', 'DOMAIN', 'RISK_CLASS'],
    summary: `add a sending domain, whatever the plan; RISK_CLASS is ${riskClasses.join(' or ')}`,
    options: { 'warm-up': { summary: 'it begins with a small allowance a day', field: 'warmup' } },
    action: 'createDomain',
    input: ([workspace, domain, riskClass]) => ({ workspace_id: workspace, domain, risk_class: riskClass }),
    show: showDomain,
  },
  {
    name: 'domains list',
    args: ['WORKSPACE'],
    summary: 'list the sending domains, newest first',
    options: {},
    action: 'listDomains',
    input: ([workspace]) => ({ workspace_id: workspace }),
    show: showDomains,
  },
  {
    name: 'domains verify',
    args: ['WORKSPACE', 'DOMAIN_ID'],
    summary: 'look at its DNS now',
    options: {},
    action: 'verifyDomain',
    input: ([workspace, id]) => ({ workspace_id: workspace, id }),
    show: showDomain,
  },
  {
    name: 'domains warm-up',
    args: ['WORKSPACE', 'DOMAIN_ID', 'on|off'],
    summary: 'let a marketing domain warm up from its next send on, or end that',
    options: {},
    action: 'setWarmup',
    input: ([workspace, id, warmup = '']) => ({ workspace_id: workspace, id, warmup: readOnOff(warmup) }),
    show: showDomain,
  },
];

const userCommands: OperatorCommand[] = [
  {
    name: 'users invite',
    args: ['WORKSPACE', 'EMAIL'],
    summary: 'let a person sign in to the dashboard; who is invited already gets the role',
    options: {
      role: {
        hint: roles.join('|'),
        summary:
          'viewer: look; member: work with mail, decide about drafts (the default); admin: keys and domains too',
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
    summary: 'list who may sign in',
    options: {},
    action: 'listUsers',
    input: ([workspace]) => ({ workspace_id: workspace }),
    show: showUsers,
  },
  {
    name: 'users remove',
    args: ['WORKSPACE', 'EMAIL'],
    summary: 'let a person in no more, from their next request on',
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
];
