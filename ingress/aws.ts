import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { requireEnv } from '../shared/env';
import { ApiError } from '../shared/errors';
import type { Answer } from '../shared/http/answers';

const s3 = new S3Client({});

/** A repeated invocation would be a repeated request. */
const lambda = new LambdaClient({ maxAttempts: 1 });

export async function parkBody(key: string, bytes: Buffer): Promise<void> {
  await s3.send(new PutObjectCommand({ Bucket: requireEnv('PARKED_BUCKET'), Key: key, Body: bytes }));
}

/** Runs the function of a route and returns its answer. */
export async function invokeFunction(routeName: string, event: object): Promise<Answer> {
  const FunctionName = `${requireEnv('FUNCTION_PREFIX')}${routeName}`;
  const { Payload, FunctionError } = await lambda
    .send(new InvokeCommand({ FunctionName, Payload: JSON.stringify(event) }))
    .catch((cause: unknown) => {
      throw unknownOutcome(cause);
    });
  if (FunctionError || !Payload) throw unknownOutcome(FunctionError);
  return JSON.parse(Payload.transformToString()) as Answer;
}

/** As API Gateway answers for a function that crashed or ran out of time: nobody knows what it did. */
const unknownOutcome = (cause: unknown): ApiError =>
  new ApiError('internal_error', 'The request ended without an answer: check the log before you retry', {
    cause,
  });
