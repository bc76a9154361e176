import { routes } from '../../functions/api/routes';
import { jobs } from '../../functions/workers/jobs';
import { credentialPartitions, sessionPartitions } from '../../shared/core/credential-partitions';
import type { Need } from '../../shared/core/needs';
import { listAt, valueAt } from '../parts/template';
import { isAttached } from './measure-quotas';
import type { TemplateRule } from './rule';
import {
  findResources,
  formatLocation,
  resolveReference,
  type ResourceLocation,
  type Templates,
} from './template';

/** The partitions that a function may write only with a need of this kind. */
const partitionsByNeed: Record<string, readonly string[]> = {
  credentials: credentialPartitions,
  sessions: sessionPartitions,
};

/** A function of the CDK, such as the handler of a custom resource, has no needs. */
const needsByFunction = new Map<string, readonly Need[]>([
  ...routes.map(({ name, needs }): [string, readonly Need[]] => [name, needs]),
  ...Object.entries(jobs).map(([name, { needs }]): [string, readonly Need[]] => [name, needs]),
]);

export const credentialWritesAreDeclared: TemplateRule = {
  name: 'CredentialWritesAreDeclared',
  explanation:
    'This role can write records of API keys, users or sessions without a need that declares these writes, so a fault in the function could change any credential. Add a condition on dynamodb:LeadingKeys, or declare the need',
  findViolations: (templates) =>
    findResources(templates, 'AWS::IAM::Role').flatMap((role) => {
      const declaredNeeds = needsOf(templates, role);
      const statements = statementsOf(templates, role);
      return Object.entries(partitionsByNeed)
        .filter(([kind]) => !declaredNeeds.some((need) => need.startsWith(`${kind}:`)))
        .flatMap(([, partitions]) => partitions)
        .filter((partition) => statements.some((statement) => allowsWrite(statement, partition)))
        .map((partition) => `${formatLocation(role)} ${partition}`);
    }),
};

/** The statements of the role's own policies and of the policies that are attached to it. */
function statementsOf(templates: Templates, role: ResourceLocation): unknown[] {
  const attached = findResources(templates, 'AWS::IAM::Policy').filter((policy) =>
    isAttached(templates, policy, role),
  );
  return [
    ...listAt(role.resource.Properties, 'Policies'),
    ...attached.map(({ resource }) => resource.Properties),
  ].flatMap((policy) => listAt(policy, 'PolicyDocument', 'Statement'));
}

function needsOf(templates: Templates, role: ResourceLocation): readonly Need[] {
  return findResources(templates, 'AWS::Lambda::Function')
    .filter(
      ({ stack, resource }) =>
        resolveReference(templates, stack, valueAt(resource.Properties, 'Role'))?.resource === role.resource,
    )
    .flatMap(({ resource }) => {
      const name = String(valueAt(resource.Properties, 'FunctionName')).split('-').at(-1) ?? '';
      return needsByFunction.get(name) ?? [];
    });
}

const writeActions = /^(\*|dynamodb:(\*|.*(Put|Update|Delete|Write|PartiQL).*))$/i;

/** The attributes of these records that the request pipeline may change: they grant nothing. */
const harmlessAttributes: readonly unknown[] = ['pk', 'sk', 'lastUsedAt'];

function allowsWrite(statement: unknown, partition: string): boolean {
  const actions = [valueAt(statement, 'Action')].flat().map(String);
  if (valueAt(statement, 'Effect') !== 'Allow' || !actions.some((action) => writeActions.test(action)))
    return false;
  const valuesOf = (operator: string, key: string): unknown[] =>
    [valueAt(statement, 'Condition', `ForAllValues:${operator}`, `dynamodb:${key}`) ?? []].flat();
  const [only, except] = [valuesOf('StringLike', 'LeadingKeys'), valuesOf('StringNotLike', 'LeadingKeys')];
  const attributes = valuesOf('StringEquals', 'Attributes');
  if (attributes.length > 0 && attributes.every((name) => harmlessAttributes.includes(name))) return false;
  // Without `Null`, the condition is also true for a request without keys.
  const hasKeys = valueAt(statement, 'Condition', 'Null', 'dynamodb:LeadingKeys') === 'false';
  const isExcluded =
    except.includes(partition) || (only.length > 0 && !only.some((pattern) => matches(pattern, partition)));
  return !(hasKeys && isExcluded);
}

/** Whether the pattern covers a key of the partition. */
const matches = (pattern: unknown, partition: string): boolean =>
  new RegExp(`^${String(pattern).replaceAll('?', '.').replaceAll('*', '.*')}$`).test(
    partition.replaceAll('*', 'x'),
  );
