import { useEffect, useRef } from 'react';
import { QrCode } from './qr-code.tsx';

interface EnrolmentStepsProps {
  readonly enrolment: { readonly secret: string; readonly uri: string };
}

/** How to add the account to an authenticator app. Gets the focus, because it replaces another form; the code field follows. */
export function EnrolmentSteps({ enrolment: { secret, uri } }: EnrolmentStepsProps) {
  const instructions = useRef<HTMLParagraphElement>(null);
  useEffect(() => instructions.current?.focus(), []);
  return (
    <div className="enrolment">
      <p ref={instructions} tabIndex={-1}>
        Scan this with an authenticator app, or open it on this device:
      </p>
      <QrCode text={uri} label="QR code for the authenticator app" />
      <p>
        <a className="link" href={uri}>
          Open in the app
        </a>
      </p>
      <p>Without a camera, type this key:</p>
      <p>
        <code className="enrolment-key">{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
    </div>
  );
}
