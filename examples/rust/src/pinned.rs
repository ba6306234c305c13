//! The service that this program believes. Fill it in before you give the program to anybody.

pub const ADDRESS: &str = "https://licenses.example.com";
pub const NAME: &str = "My App";
pub const OWNER_ID: &str = "abcde12345";
pub const VERSION: &str = "1.0";
pub const PUBLIC_KEYS: &[&str] = &["<64 hex characters>"];
