export default {
  test: { globalSetup: '@carrier-nest/testing/global-setup', hookTimeout: 60_000, testTimeout: 30_000 },
};
