/**
 * The engines require a signature but do not verify it. DynamoDB Local accepts only alphanumeric access keys. With
 * `-sharedDb`, all access keys share the same tables.
 */
export const engineAuthorization =
  'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0';
