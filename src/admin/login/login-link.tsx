interface LoginLinkProps {
  readonly label?: string;
  readonly onLogin: () => void;
}

/** The link from another form of the login page to the login. */
export function LoginLink({ label = 'Back to login', onLogin }: LoginLinkProps) {
  return (
    <button type="button" className="link" onClick={onLogin}>
      {label}
    </button>
  );
}
