import { z } from 'zod';
import type { Cloud } from '../cloud';
import type { ReceiptRuleSpec } from '../deployment';
import { resourcePath } from '../scope';
import { TemplateError } from '../template-error';
import { cfnBoolean } from './cfn-boolean';

const S3Action = z.object({
  BucketName: z.string(),
  ObjectKeyPrefix: z.string().default(''),
  TopicArn: z.string().optional(),
});

const RuleProperties = z.object({
  RuleSetName: z.string(),
  Rule: z.object({
    Enabled: cfnBoolean.default(false),
    Recipients: z.array(z.string()).default([]),
    Actions: z.array(z.strictObject({ S3Action })).length(1),
  }),
});

export function readReceiptRules(cloud: Cloud): ReceiptRuleSpec[] {
  return cloud.resources('AWS::SES::ReceiptRule').flatMap((resource) => {
    const { Rule, RuleSetName } = cloud.read(resource, RuleProperties);
    const s3 = Rule.Actions[0]?.S3Action;
    if (!s3) throw new TemplateError(resourcePath(resource), 'has no S3 action');
    if (!Rule.Enabled) return [];
    const { region, accountId } = cloud.options;
    const name = cloud.name(resource);
    return [
      {
        name,
        arn: `arn:aws:ses:${region}:${accountId}:receipt-rule-set/${RuleSetName}:receipt-rule/${name}`,
        recipients: Rule.Recipients,
        s3: { bucketName: s3.BucketName, prefix: s3.ObjectKeyPrefix, topicArn: s3.TopicArn },
      },
    ];
  });
}

export function readConfigurationSets(cloud: Cloud): string[] {
  return cloud.resources('AWS::SES::ConfigurationSet').map((resource) => cloud.name(resource));
}
