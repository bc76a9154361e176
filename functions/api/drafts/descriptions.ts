export const resourceDescription =
  'Saved drafts: send requests that a client keeps and changes until it sends them.';

export const fieldDescriptions = {
  Draft: {
    status: 'Always `draft`, because a draft that was sent has become an email.',
    request: 'The fields of the send request, as given. Fields that were not given are absent.',
  },
};
