/** Page on which readers request access to the data about their address. */
export const YOUR_DATA_PATH = '/your-data';

/** Page that the link in the email opens. It and the paths below it require the token in the query. */
export const PERSONAL_DATA_PATH = `${YOUR_DATA_PATH}/held`;
