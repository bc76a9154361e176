import { bareAddress } from '../../mime/addresses';
import { AwsError, type AwsCall, type AwsRequest } from '../stand-in';
import type { ConfigurationSets } from './configuration-sets';
import type { Identities } from './identities';
import { tagList, tagResource, parse, sendEmail, type Tags } from './inputs';
import { recipientsOf, senderOf } from './sender';

const identityPath = '/v2/email/identities';
const configurationSetsPath = '/v2/email/configuration-sets';
const configurationSetPath = `${configurationSetsPath}/{ConfigurationSetName}`;
const eventDestinationPath = `${configurationSetPath}/event-destinations/{EventDestinationName}`;

interface Route {
  method: string;
  path: string;
  operation: string;
  /** The input field that contains the body. */
  wrapIn?: string;
}

const routes: Route[] = [
  { method: 'POST', path: '/v2/email/outbound-emails', operation: 'SendEmail' },
  { method: 'GET', path: '/v2/email/account', operation: 'GetAccount' },
  { method: 'POST', path: '/v2/email/tags', operation: 'TagResource' },
  { method: 'POST', path: identityPath, operation: 'CreateEmailIdentity' },
  ...identityRoutes(`${identityPath}/{EmailIdentity}`),
  { method: 'POST', path: configurationSetsPath, operation: 'CreateConfigurationSet' },
  { method: 'GET', path: configurationSetPath, operation: 'GetConfigurationSet' },
  { method: 'DELETE', path: configurationSetPath, operation: 'DeleteConfigurationSet' },
  optionsRoute('tracking-options', 'TrackingOptions'),
  optionsRoute('delivery-options', 'DeliveryOptions'),
  optionsRoute('reputation-options', 'ReputationOptions'),
  optionsRoute('sending', 'SendingOptions'),
  optionsRoute('suppression-options', 'SuppressionOptions'),
  { method: 'PUT', path: `${configurationSetPath}/vdm-options`, operation: 'PutConfigurationSetVdmOptions' },
  {
    method: 'GET',
    path: `${configurationSetPath}/event-destinations`,
    operation: 'GetConfigurationSetEventDestinations',
  },
  {
    method: 'POST',
    path: `${configurationSetPath}/event-destinations`,
    operation: 'CreateConfigurationSetEventDestination',
  },
  { method: 'PUT', path: eventDestinationPath, operation: 'UpdateConfigurationSetEventDestination' },
  { method: 'DELETE', path: eventDestinationPath, operation: 'DeleteConfigurationSetEventDestination' },
];

function identityRoutes(path: string): Route[] {
  return [
    { method: 'GET', path, operation: 'GetEmailIdentity' },
    { method: 'DELETE', path, operation: 'DeleteEmailIdentity' },
    { method: 'PUT', path: `${path}/mail-from`, operation: 'PutEmailIdentityMailFromAttributes' },
    { method: 'PUT', path: `${path}/feedback`, operation: 'PutEmailIdentityFeedbackAttributes' },
    { method: 'PUT', path: `${path}/dkim`, operation: 'PutEmailIdentityDkimAttributes' },
    {
      method: 'PUT',
      path: `${path}/configuration-set`,
      operation: 'PutEmailIdentityConfigurationSetAttributes',
    },
  ];
}

function optionsRoute(segment: string, options: string): Route {
  const path = `${configurationSetPath}/${segment}`;
  return { method: 'PUT', path, operation: `PutConfigurationSet${options}`, wrapIn: options };
}

export interface Account {
  region: string;
  accountId: string;
  identities: Identities;
  configurationSets: ConfigurationSets;
}

/** Reads the operation, the input from path and body, and the required permissions. */
export function readSesCall(request: AwsRequest, account: Account): AwsCall {
  const { route, params } = match(request);
  const body = readBody(request.body);
  const input = { ...(route.wrapIn ? { [route.wrapIn]: body } : body), ...params };
  return {
    service: 'sesv2',
    operation: route.operation,
    ...authorization(route.operation, input, account),
    input,
  };
}

function match(request: AwsRequest): { route: Route; params: Record<string, string> } {
  const segments = request.path.replace(/\/$/, '').split('/');
  for (const route of routes) {
    const params = route.method === request.method && matchPath(route.path.split('/'), segments);
    if (params) return { route, params };
  }
  throw new AwsError(
    'UnknownOperation',
    `The local SES does not support ${request.method} ${request.path}`,
    404,
  );
}

function matchPath(pattern: string[], segments: string[]): Record<string, string> | undefined {
  if (pattern.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const segment = decodeURIComponent(segments[index] ?? '');
    if (part.startsWith('{')) params[part.slice(1, -1)] = segment;
    else if (part !== segment) return undefined;
  }
  return params;
}

function readBody(body: Buffer): Record<string, unknown> {
  if (body.length === 0) return {};
  try {
    const parsed: unknown = JSON.parse(body.toString('utf8'));
    if (typeof parsed === 'object' && parsed !== null) return { ...parsed };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new AwsError('SerializationException', 'The body is not a JSON object');
}

type Authorization = Pick<AwsCall, 'target' | 'needs'>;

function authorization(operation: string, input: Record<string, unknown>, account: Account): Authorization {
  if (operation === 'SendEmail') return sendAuthorization(input, account);
  if (operation === 'TagResource') return tagAuthorization(input);
  const action = `ses:${operation}`;
  const identity = input['EmailIdentity'];
  const set = input['ConfigurationSetName'];
  const target = identity ?? set;
  const affectsSet = identity === undefined || operation === 'PutEmailIdentityConfigurationSetAttributes';
  const requested = requestTags(operation, input);
  const affectedResources = [
    ...(typeof identity === 'string' ? [identityResource(account, identity)] : []),
    ...(typeof set === 'string' && affectsSet ? [configurationSetResource(account, set)] : []),
  ];
  const actions = requested ? [action, 'ses:TagResource'] : [action];
  const needs = affectedResources.flatMap(({ resource, context }) =>
    actions.map((actionName) => ({ action: actionName, resource, context: { ...context, ...requested } })),
  );
  return {
    target: typeof target === 'string' ? target : 'account',
    needs: needs.length > 0 ? needs : [{ action, resource: '*' }],
  };
}

type Context = Record<string, string | string[]>;

const tagContext = (kind: 'ResourceTag' | 'RequestTag', tags: Tags): Context =>
  Object.fromEntries(tags.map(({ Key, Value }) => [`aws:${kind}/${Key}`, Value]));

const identityResource = (account: Account, name: string) => ({
  resource: sesArn(account, 'identity', name),
  context: tagContext('ResourceTag', account.identities.tags(name)),
});

const configurationSetResource = (account: Account, name: string) => ({
  resource: sesArn(account, 'configuration-set', name),
  context: tagContext('ResourceTag', account.configurationSets.tags(name)),
});

/** The context for the tags of a Create request; undefined for other requests and for requests without tags. */
function requestTags(operation: string, input: Record<string, unknown>): Context | undefined {
  if (!operation.startsWith('Create') || input['Tags'] === undefined) return undefined;
  return requestTagContext(parse(tagList, input['Tags']));
}

const requestTagContext = (tags: Tags): Context => ({
  ...tagContext('RequestTag', tags),
  'aws:TagKeys': tags.map(({ Key }) => Key),
});

/** IAM knows only the tags of the request, not the tags that the resource has. */
function tagAuthorization(input: Record<string, unknown>): Authorization {
  const { ResourceArn, Tags } = parse(tagResource, input);
  const need = { action: 'ses:TagResource', resource: ResourceArn, context: requestTagContext(Tags) };
  return { target: ResourceArn, needs: [need] };
}

/**
 * Sending needs permission on the identity and the configuration set. Raw content needs permission for a second action.
 */
function sendAuthorization(input: Record<string, unknown>, account: Account): Authorization {
  const mail = parse(sendEmail, input);
  const from = bareAddress(senderOf(mail));
  const identity = account.identities.findIdentityDomain(from);
  const set = mail.ConfigurationSetName ?? account.identities.find(identity)?.configurationSet;
  const resources = [
    sesArn(account, 'identity', identity),
    ...(set === undefined ? [] : [sesArn(account, 'configuration-set', set)]),
  ];
  const actions = mail.Content.Raw ? ['ses:SendEmail', 'ses:SendRawEmail'] : ['ses:SendEmail'];
  const context = { 'ses:FromAddress': from, 'ses:Recipients': recipientsOf(mail).map(bareAddress) };
  const needs = resources.flatMap((resource) => actions.map((action) => ({ action, resource, context })));
  return { target: from, needs };
}

export function sesArn(
  { region, accountId }: Pick<Account, 'region' | 'accountId'>,
  type: string,
  name: string,
): string {
  return `arn:aws:ses:${region}:${accountId}:${type}/${name}`;
}
