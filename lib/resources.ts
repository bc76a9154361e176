import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { ITopic } from 'aws-cdk-lib/aws-sns';

/** What functions may be granted: the other stacks' resources, by the names that needs use. */
export interface Resources {
  table: ITableV2;
  contentBucket: IBucket;
  parkedBucket: IBucket;
  eventsTopic: ITopic;
  oauth: Record<string, string>;
}
