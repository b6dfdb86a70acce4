/** Where somebody asks what is kept about their address. */
export const YOUR_DATA_PATH = '/your-data';

/** What the link of the mail opens. It and what lies under it take the token in their query. */
export const HELD_PATH = `${YOUR_DATA_PATH}/held`;
