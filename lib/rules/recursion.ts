import { reachesItself } from '../parts/recursion';
import { listAt, valueAt } from '../parts/template';
import type { TemplateRule } from './rule';
import {
  findResources,
  formatLocation,
  resolveReference,
  type ResourceLocation,
  type Templates,
} from './template';

/** Lambda ends a chain of messages after 16 invocations of one function, and moves the last message to a dead-letter queue. */
export const loopsAreAllowed: TemplateRule = {
  name: 'LoopsAreAllowed',
  explanation:
    'The messages of this function can cause further messages to the same function, and Lambda moves these to the dead-letter queue after 16 invocations. Set RecursiveLoop to Allow. If there is no such loop, remove RecursiveLoop, so that Lambda stops a loop that a fault causes',
  findViolations: (templates) => {
    const next = nextFunctions(templates);
    return findResources(templates, 'AWS::Lambda::Function')
      .filter((handler) => {
        const isAllowed = valueAt(handler.resource.Properties, 'RecursiveLoop') === 'Allow';
        return isAllowed !== reachesItself(formatLocation(handler), (location) => next.get(location) ?? []);
      })
      .map(formatLocation);
  },
};

type NextFunctions = ReadonlyMap<string, readonly string[]>;

/** For each function, the functions that read the queues to which its role may send. */
function nextFunctions(templates: Templates): NextFunctions {
  const mappings = findResources(templates, 'AWS::Lambda::EventSourceMapping').flatMap(
    ({ stack, resource }) => {
      const queue = resolveReference(templates, stack, valueAt(resource.Properties, 'EventSourceArn'));
      const reader = resolveReference(templates, stack, valueAt(resource.Properties, 'FunctionName'));
      return queue && reader ? [{ queue: formatLocation(queue), reader: formatLocation(reader) }] : [];
    },
  );
  return new Map(
    findResources(templates, 'AWS::Lambda::Function').map((handler) => {
      const queues = queuesOf(templates, handler);
      return [
        formatLocation(handler),
        mappings.filter(({ queue }) => queues.includes(queue)).map(({ reader }) => reader),
      ];
    }),
  );
}

function queuesOf(templates: Templates, { stack, resource }: ResourceLocation): string[] {
  const role = resolveReference(templates, stack, valueAt(resource.Properties, 'Role'));
  const statements = listAt(role?.resource.Properties, 'Policies').flatMap((policy) =>
    listAt(policy, 'PolicyDocument', 'Statement'),
  );
  return statements
    .filter((statement) => [valueAt(statement, 'Action')].flat().includes('sqs:SendMessage'))
    .flatMap((statement) => [valueAt(statement, 'Resource')].flat())
    .flatMap((target) => {
      const queue = role && resolveReference(templates, role.stack, target);
      return queue ? [formatLocation(queue)] : [];
    });
}
