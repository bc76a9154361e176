export const resourceDescription = 'The OpenAPI document of this API.';
