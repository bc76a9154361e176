import { App } from 'aws-cdk-lib';
import { Queue, type QueueProps } from 'aws-cdk-lib/aws-sqs';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ServiceStack } from '../../lib/parts/service-stack';
import { makeTempDir } from '../support/run/run-dir';
import { synthesize } from './support/synthesize';

/**
 * Synthesizes a stack that refers to a queue in another stack. Returns the template and the assets file of the
 * referring stack.
 */
function synthesizeConsumer(queue: QueueProps, otherQueue: QueueProps = {}) {
  const outdir = makeTempDir();
  const app = new App({ outdir });
  const producer = new ServiceStack(app, 'Producer', {});
  const { queueUrl } = new Queue(producer, 'Queue', queue);
  new Queue(producer, 'Other', otherQueue);
  new StringParameter(new ServiceStack(app, 'Consumer', {}), 'Url', { stringValue: queueUrl });
  app.synth();
  const text = readFileSync(join(outdir, 'Consumer.template.json'), 'utf8');
  return { text, assets: readFileSync(join(outdir, 'Consumer.assets.json'), 'utf8') };
}

test('replacing a queue without changing its logical ID changes the template of the stack that refers to it', () => {
  const [before, after] = [synthesizeConsumer({}), synthesizeConsumer({ queueName: 'another' })];

  const parameterOf = ({ text }: { text: string }) => {
    const { Resources } = JSON.parse(text);
    return Object.entries<{ Properties: unknown }>(Resources).find(([id]) => id.startsWith('Url'))?.[1]
      .Properties;
  };
  expect(JSON.stringify(parameterOf(after))).toContain('Fn::GetStackOutput');
  expect(parameterOf(after)).toEqual(parameterOf(before));
  expect(after.text).not.toBe(before.text);
});

test('replacing a resource that no other stack refers to changes no other stack', () => {
  expect(synthesizeConsumer({}, { queueName: 'another' }).text).toBe(synthesizeConsumer({}).text);
});

test('the template asset is named after the hash of its content', () => {
  const { text, assets } = synthesizeConsumer({});

  expect(assets).toContain(createHash('sha256').update(text).digest('hex'));
});

test('all resources that refer to another stack have RefersTo metadata, and no other resources do', async () => {
  const templates = await synthesize({ stage: 'test', preset: 'full' });
  const resources = Object.values(templates).flatMap(({ Resources }) => Object.values(Resources));
  const referringResources = resources.filter(({ Properties }) =>
    JSON.stringify(Properties ?? {}).includes('Fn::GetStackOutput'),
  );

  expect(referringResources.length).toBeGreaterThan(200);
  expect(resources.filter((resource) => 'RefersTo' in (resource.Metadata ?? {}))).toEqual(referringResources);
});
