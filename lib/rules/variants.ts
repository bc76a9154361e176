/** The settings whose templates `npm run check:synth` and the tests of the rules check, by name. */
export const checkedVariants = {
  economy: { preset: 'economy' },
  full: { preset: 'full' },
  'economy with users and a key': { users: true, customerKey: true },
  // The longest names, for the quotas on names and policies, and the settings that change resources.
  'full with the longest stage and optional settings': {
    preset: 'full',
    stage: 'a'.repeat(20),
    restoredTable: 't'.repeat(255),
    adopt: {
      contentBucket: 'b'.repeat(63),
      inboundBucket: 'c'.repeat(63),
      webhookSecretsKey: '12345678-1234-1234-1234-123456789012',
    },
    availabilityZones: ['us-east-1a', 'us-east-1b'],
    vpcOriginSecurityGroup: 'sg-0123456789abcdef0',
    receiptRuleSet: 'existing',
    receiptRuleAfter: 'last',
    receivingDomains: ['example.com', '.example.com'],
    alarmEmail: 'operator@example.com',
    publicUrl: 'https://mail.example.com',
    trackingHosts: [
      `link.${'a'.repeat(47)}.example.com`,
      `link.${'a'.repeat(63)}.${'b'.repeat(63)}.example.com`,
    ],
    users: true,
    oauth: {
      issuer: 'https://issuer.example.com',
      audience: 'carrier-nest',
      jwksUri: 'https://issuer.example.com/keys',
    },
  },
} as const satisfies Record<string, Record<string, unknown>>;
