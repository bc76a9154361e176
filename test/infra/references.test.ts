import { App, Stack } from 'aws-cdk-lib';
import { Queue, type QueueProps } from 'aws-cdk-lib/aws-sqs';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { context } from '../../cdk.json';
import { ReferenceAwareSynthesizer } from '../../lib/parts/reference-aware-synthesizer';
import { aFolder } from '../support/run/run-folder';
import { synthesize } from './support/synthesize';

/** The text of a stack that refers to the queue of another, and what the assembly says of its hash. */
function consumerOf(queue: QueueProps, other: QueueProps = {}) {
  const outdir = aFolder();
  const app = new App({ outdir, context, defaultStackSynthesizer: new ReferenceAwareSynthesizer() });
  const producer = new Stack(app, 'Producer');
  const { queueUrl } = new Queue(producer, 'Queue', queue);
  new Queue(producer, 'Other', other);
  new StringParameter(new Stack(app, 'Consumer'), 'Url', { stringValue: queueUrl });
  app.synth();
  const text = readFileSync(join(outdir, 'Consumer.template.json'), 'utf8');
  return { text, assets: readFileSync(join(outdir, 'Consumer.assets.json'), 'utf8') };
}

test('a queue that is replaced under its logical id changes the template of who refers to it', () => {
  const [before, after] = [consumerOf({}), consumerOf({ queueName: 'another' })];

  const parameter = /"Url[0-9A-F]{8}": \{[^]*?"Properties": (\{[^]*?\n {3}\})/;
  expect(parameter.exec(after.text)?.[1]).toContain('Fn::GetStackOutput');
  expect(parameter.exec(after.text)?.[1]).toBe(parameter.exec(before.text)?.[1]);
  expect(after.text).not.toBe(before.text);
});

test('what nobody refers to changes nobody else', () => {
  expect(consumerOf({}, { queueName: 'another' }).text).toBe(consumerOf({}).text);
});

test('the template is sent under the hash of what is in it', () => {
  const { text, assets } = consumerOf({});

  expect(assets).toContain(createHash('sha256').update(text).digest('hex'));
});

test('each resource that refers to another stack says to what, and no other does', async () => {
  const templates = await synthesize({ stage: 'test', preset: 'full' });
  const resources = Object.values(templates).flatMap(({ Resources }) => Object.values(Resources));
  const refers = resources.filter(({ Properties }) =>
    JSON.stringify(Properties ?? {}).includes('Fn::GetStackOutput'),
  );

  expect(refers.length).toBeGreaterThan(200);
  expect(resources.filter((resource) => 'RefersTo' in (resource.Metadata ?? {}))).toEqual(refers);
});
