import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

const FLAGS = { present: 0x01, verified: 0x04, hasCredential: 0x40 };

/** What the response says; by default everything is as the site expects. */
export interface ResponseOptions {
  readonly origin?: string;
  readonly rpId?: string;
  /** Whether the authenticator has verified the user. */
  readonly isVerified?: boolean;
  /** The signature counter; by default 0, as of a passkey that is synchronized. */
  readonly counter?: number;
  readonly userHandle?: string | null;
  readonly type?: string;
  /** The attestation statement in CBOR, with its format. */
  readonly statement?: { readonly format: string; readonly cbor: Buffer };
}

interface Options {
  readonly challenge: string;
}

/** A software authenticator with one ES256 passkey: what a browser and a device do with the options of the site. */
export class Authenticator {
  readonly id = randomBytes(32).toString('base64url');
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  private readonly site: { readonly origin: string; readonly rpId: string };
  private userHandle: string | null = null;

  constructor(origin: string) {
    this.site = { origin, rpId: new URL(origin).hostname };
  }

  /** The response to `navigator.credentials.create()`. */
  create(options: Options & { readonly user: { readonly id: string } }, response: ResponseOptions = {}) {
    this.userHandle = options.user.id;
    const { format, cbor } = response.statement ?? { format: 'none', cbor: Buffer.from([0xa0]) };
    const attestationObject = Buffer.concat([
      Buffer.from([0xa3]),
      text('fmt'),
      text(format),
      text('attStmt'),
      cbor,
      text('authData'),
      bytes(Buffer.concat([this.data(response, FLAGS.hasCredential), this.credentialData()])),
    ]);
    return {
      ...this.credential(),
      response: {
        clientDataJSON: this.clientData('webauthn.create', options, response).toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  /** The response to `navigator.credentials.get()`. */
  sign(options: Options, response: ResponseOptions = {}) {
    const clientData = this.clientData('webauthn.get', options, response);
    const data = this.data(response, 0);
    const { userHandle = this.userHandle } = response;
    return {
      ...this.credential(),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signed(Buffer.concat([data, sha256(clientData)]), this.keys.privateKey),
        userHandle,
      },
    };
  }

  private credential() {
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {} };
  }

  private clientData(type: string, { challenge }: Options, response: ResponseOptions): Buffer {
    const origin = response.origin ?? this.site.origin;
    return Buffer.from(
      JSON.stringify({ type: response.type ?? type, challenge, origin, crossOrigin: false }),
    );
  }

  /** The authenticator data (WebAuthn, section 6.1). */
  private data({ rpId, isVerified = true, counter = 0 }: ResponseOptions, flags: number): Buffer {
    const rest = Buffer.alloc(5);
    rest.writeUInt8(FLAGS.present | (isVerified ? FLAGS.verified : 0) | flags);
    rest.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(Buffer.from(rpId ?? this.site.rpId)), rest]);
  }

  /** The AAGUID, the id and the public key (WebAuthn, section 6.5.1). */
  private credentialData(): Buffer {
    const id = Buffer.from(this.id, 'base64url');
    const { x = '', y = '' } = this.keys.publicKey.export({ format: 'jwk' });
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    // {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}
    const key = [
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
      bytes(Buffer.from(x, 'base64url')),
      Buffer.from([0x22]),
      bytes(Buffer.from(y, 'base64url')),
    ];
    return Buffer.concat([Buffer.alloc(16), length, id, ...key]);
  }
}

const sha256 = (data: Buffer) => createHash('sha256').update(data).digest();
const signed = (data: Buffer, key: KeyObject) => sign('sha256', data, key).toString('base64url');

/** In CBOR (RFC 8949); shorter than 24 bytes. */
const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);

/** In CBOR, with the shortest length of one or two bytes, as authenticators must encode it; at least 24 bytes. */
function bytes(value: Buffer): Buffer {
  const length = value.length < 256 ? [0x58, value.length] : [0x59, value.length >> 8, value.length & 0xff];
  return Buffer.concat([Buffer.from(length), value]);
}
