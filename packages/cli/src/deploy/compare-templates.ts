import { isStateful } from '../../../../lib/parts/stateful-types';
import { valueAt, type Resource, type Template } from '../../../../lib/parts/template';
import { findResources, type Templates } from '../../../../lib/rules/template';
import { findReplacements, locationOf } from './find-replacements';

/** A resource that the deployment removes or replaces, or that it creates in place of an imported resource. */
export interface Change {
  /** The part of the stack name, such as `Data`. */
  stack: string;
  id: string;
  type: string;
  /** The verb of a sentence whose subject is the resource. */
  effect: string;
  /** The worst consequence. A replaced resource may be unavailable for a moment. */
  consequence: 'data loss' | 'replacement' | 'removal';
  /** What CloudFormation does with lost data. Missing if the resource is not lost, but no longer used. */
  data?: 'deleted' | 'retained';
}

/**
 * Lists what the deployment does to the deployed and imported resources. Does not list changes in place or other new
 * resources.
 */
export const compareTemplates = (deployed: Templates, next: Templates): Change[] => [
  ...findDeployedChanges(deployed, next),
  ...findDroppedImports(deployed, next),
  ...findUnusedImportedKey(deployed, next),
];

function findDeployedChanges(deployed: Templates, next: Templates): Change[] {
  const createdTypes = findCreatedTypes(deployed, next);
  const replacements = findReplacements(deployed, next);
  return Object.entries(deployed).flatMap(([stack, { Resources }]) =>
    Object.entries(Resources).flatMap(([id, resource]) => {
      const change =
        findUnreadableSecrets(resource, next) ??
        compareResources(resource, next[stack]?.Resources[id], {
          replacing: replacements.get(locationOf(stack, id)) ?? [],
          createdTypes,
        });
      return change ? [{ stack, id, type: resource.Type, ...change }] : [];
    }),
  );
}

/** Returns the types of the resources that the deployment creates. */
const findCreatedTypes = (deployed: Templates, next: Templates): Set<string> =>
  new Set(
    Object.entries(next).flatMap(([stack, { Resources }]) =>
      Object.entries(Resources)
        .filter(([id]) => !deployed[stack]?.Resources[id])
        .map(([, { Type }]) => Type),
    ),
  );

type Effect = Pick<Change, 'effect' | 'consequence' | 'data'>;

function compareResources(
  deployed: Resource,
  next: Resource | undefined,
  changes: { replacing: readonly string[]; createdTypes: ReadonlySet<string> },
): Effect | undefined {
  if (!next) return removal(deployed, changes.createdTypes);
  const { Type } = deployed;
  const loss = isStateful(Type)
    ? ({ consequence: 'data loss', data: dataAfter(deployed.UpdateReplacePolicy) } as const)
    : ({ consequence: 'replacement' } as const);
  if (next.Type !== Type) return { effect: `changes its type to ${next.Type}`, ...loss };
  if (changes.replacing.length === 0 || rollingTypes.includes(Type)) return undefined;
  if (Type === 'AWS::SES::ReceiptRule' && changes.replacing.includes('RuleSetName')) return movedReceiptRule;
  const cause = `because ${changes.replacing.join(' and ')} ${changes.replacing.length === 1 ? 'changes' : 'change'}`;
  return { effect: `is replaced${isStateful(Type) ? ' by an empty one' : ''}, ${cause}`, ...loss };
}

const dataAfter = (policy = 'Delete'): 'deleted' | 'retained' =>
  policy === 'Delete' ? 'deleted' : 'retained';

const movedReceiptRule: Effect = {
  effect:
    'moves to another rule set, so that no mail arrives unless that rule set is active. Check receiptRuleSet in the settings. ' +
    'If the move is intended, npm run doctor prints after the deployment how to activate the rule set. Stored mail is not lost',
  consequence: 'data loss',
};

/** The types that every update replaces without an interruption: ECS starts new tasks before it stops the old ones. */
const rollingTypes = ['AWS::ECS::TaskDefinition'];

/** If CloudFormation keeps the resource, its data is lost to the service only if a new resource takes its place. */
function removal({ Type, DeletionPolicy = 'Delete' }: Resource, createdTypes: ReadonlySet<string>): Effect {
  if (DeletionPolicy === 'Delete')
    return isStateful(Type)
      ? { effect: 'is deleted', consequence: 'data loss', data: 'deleted' }
      : { effect: 'is deleted', consequence: 'removal' };
  // Without adopt.userPool, turning the setting on again would create an empty pool.
  if (Type === userPoolType && !createdTypes.has(Type))
    return {
      effect: 'leaves the stack with its users. To keep it, set users to true',
      consequence: 'data loss',
      data: 'retained',
    };
  return isStateful(Type) && createdTypes.has(Type)
    ? {
        effect: 'leaves the stack, and an empty one takes its place',
        consequence: 'data loss',
        data: 'retained',
      }
    : { effect: 'leaves the stack, and stays in the account', consequence: 'removal' };
}

const keyId = 'WebhookSecretsC35BAB69';

/**
 * The settings that import a resource instead of creating it, by the logical ID of the created resource. These IDs never
 * change (test/infra/stateful-resources.test.ts).
 */
export const importSettings: Readonly<Record<string, string>> = {
  TableCD117FA1: 'restoredTable',
  Content88381566: 'adopt.contentBucket',
  [keyId]: 'adopt.webhookSecretsKey',
  Users0A0EEA89: 'adopt.userPool',
  InboundMailDA244C94: 'adopt.inboundBucket',
};

/** Lists the resources that the deployed stacks import, but that the deployment creates. */
function findDroppedImports(deployed: Templates, next: Templates): Change[] {
  const importsUserPool = hasSignIn(deployed);
  return Object.entries(next).flatMap(([stack, { Resources }]) =>
    Object.entries(Resources).flatMap(([id, { Type: type }]) => {
      const setting = importSettings[id];
      const before = deployed[stack]?.Resources;
      if (setting === undefined || !before || before[id]) return [];
      if (type === userPoolType && !importsUserPool) return [];
      if (type === keyType && !usesKey(deployed)) return [];
      // If the logical ID has changed, the old resource is already listed.
      if (hasLeaving(type, before, Resources)) return [];
      const effect = `is created empty in place of the imported one, which stays in the account. Restore the setting ${setting}`;
      return [{ stack, id, type, effect, consequence: 'data loss' }];
    }),
  );
}

const userPoolType = 'AWS::Cognito::UserPool';

/** Without sign-in, the deployed stacks neither have nor import a user pool. They always have or import the others. */
const hasSignIn = (deployed: Templates): boolean =>
  findResources(deployed, `${userPoolType}Client`).length > 0;

const keyType = 'AWS::KMS::Key';

/** Whether the functions use a customer-managed key for webhook secrets, which the stacks create or import. */
const usesKey = (templates: Templates): boolean =>
  findResources(templates, 'AWS::Lambda::Function').some(
    ({ resource }) => valueAt(resource.Properties, 'Environment', 'Variables', keyVariable) !== undefined,
  );

const keyVariable = 'WEBHOOK_SECRETS_KEY';

/** CloudFormation keeps the key, but without the setting no function may use it. */
function findUnreadableSecrets({ Type, DeletionPolicy }: Resource, next: Templates): Effect | undefined {
  if (Type !== keyType || usesKey(next)) return undefined;
  const effect = 'is no longer used, so that webhook secrets become unreadable. Set customerKey to true';
  return { effect, consequence: 'data loss', data: dataAfter(DeletionPolicy) };
}

function findUnusedImportedKey(deployed: Templates, next: Templates): Change[] {
  const createsKey = findResources(deployed, keyType).length > 0;
  if (createsKey || !usesKey(deployed) || usesKey(next)) return [];
  const effect =
    'is no longer imported, so that webhook secrets become unreadable. Restore the setting adopt.webhookSecretsKey';
  return [{ stack: 'Data', id: keyId, type: keyType, effect, consequence: 'data loss' }];
}

const hasLeaving = (type: string, before: Template['Resources'], after: Template['Resources']): boolean =>
  Object.entries(before).some(([id, { Type }]) => Type === type && !after[id]);
