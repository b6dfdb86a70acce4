import { Notice } from './notice.tsx';

/** In place of a view that the role of the user does not include. The server rejects its requests with the same text. */
export function ForbiddenNotice() {
  return <Notice text="Your role does not allow this." isFailure />;
}
