// Parses each file as JSON and prints what serde_json makes of it: profile, number of the file, hex.
// data-encoding = "2"
// serde_json = "1"
use data_encoding::HEXLOWER;
use serde_json::Value;
use std::error::Error;
use std::process::ExitCode;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    for (number, name) in std::env::args().skip(1).enumerate() {
        let text = std::fs::read(name)?;
        // What the library refuses is not shown.
        if let Ok(value) = serde_json::from_slice::<Value>(&text) {
            let compact = serde_json::to_vec(&value)?;
            println!("serde_json::to_vec\t{number}\t{}", HEXLOWER.encode(&compact));
            let pretty = serde_json::to_vec_pretty(&value)?;
            println!("serde_json::to_vec_pretty\t{number}\t{}", HEXLOWER.encode(&pretty));
        }
    }
    Ok(ExitCode::SUCCESS)
}
