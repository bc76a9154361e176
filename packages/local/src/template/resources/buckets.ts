import { z } from 'zod';
import type { Cloud } from '../cloud';
import type { BucketSpec } from '../deployment';

const Rule = z.object({
  Status: z.string(),
  Prefix: z.string().default(''),
  ExpirationInDays: z.coerce.number().optional(),
});

const BucketProperties = z.object({
  LifecycleConfiguration: z.object({ Rules: z.array(Rule) }).optional(),
});

export function readBuckets(cloud: Cloud): BucketSpec[] {
  return cloud.resources('AWS::S3::Bucket').map((resource) => {
    const rules = cloud.read(resource, BucketProperties).LifecycleConfiguration?.Rules ?? [];
    return {
      name: cloud.name(resource),
      arn: cloud.arn(resource),
      expirations: rules.flatMap(({ Status, Prefix, ExpirationInDays }) =>
        Status === 'Enabled' && ExpirationInDays !== undefined
          ? [{ prefix: Prefix, days: ExpirationInDays }]
          : [],
      ),
    };
  });
}
