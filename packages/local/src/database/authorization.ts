/**
 * The engines want a signature, but do not check it. DynamoDB Local takes alphanumeric access keys only. With
 * `-sharedDb` it has the same tables for each of them.
 */
export const engineAuthorization =
  'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0';
