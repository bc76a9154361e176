export default { globalSetup: '@carrier-nest/testing/global-setup', testDir: '.', timeout: 60_000 };
