export const resourceDescription = 'This description.';
