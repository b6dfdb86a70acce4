/** The COSE algorithms EdDSA, ES256 and RS256 (RFC 9053, RFC 8812), which together cover all authenticators. */
export const ALGORITHMS = [-8, -7, -257];
