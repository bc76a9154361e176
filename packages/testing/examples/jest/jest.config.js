module.exports = { globalSetup: '@carrier-nest/testing/global-setup', testTimeout: 60_000 };
